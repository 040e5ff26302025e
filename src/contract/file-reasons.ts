/** Why a file can't be read, by the codes of Node's errors. */
export const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: "you don't have permission to read it",
  ELOOP: 'it is a link to itself',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'its name is too long',
}
