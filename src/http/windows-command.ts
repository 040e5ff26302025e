/** A word of a printed command: in single quotes, in double quotes with variables, or without quotes. */
const word = /(?:'((?:[^']|'\\'')*)'|"((?:[^"$`\\]|\$\w)*)"|([^\s'"|;&<>(){}$`\\]+))(?= |$) ?/y

/** What keeps its meaning without quotes. */
const isPlain = (text: string): boolean => /^[\w:/.=@,-]+$/.test(text)

/** Quotes a text as the C runtime of Windows reads it, which parses the arguments of a program. */
const quoteForWindows = (text: string): string =>
  isPlain(text)
    ? text
    : `"${text.replaceAll(/(?<!\\)(\\*)("|$)/g, (_all, slashes, end) => `${slashes}${end === '' ? slashes : `${slashes}\\"`}`)}"`

/** Says whether cmd, and PowerShell after `--%`, would split a line or take a part for themselves: each quote toggles what they take. */
const isSplit = (line: string): boolean => /[&|<>^]/.test(line.replaceAll(/"[^"]*(?:"|$)/g, ''))

/**
 * Rewrites a printed command for cmd; in PowerShell, `--%` has to follow `curl.exe`. Gives undefined if it needs a POSIX
 * shell, such as Git Bash: for pipes, for characters besides ASCII, and for those that cmd takes for itself.
 */
export function toWindowsCommand(command: string): string | undefined {
  const words: string[] = []
  word.lastIndex = 0
  while (word.lastIndex < command.length) {
    const [, single, double, bare] = word.exec(command) ?? []
    const text = single?.replaceAll("'\\''", "'") ?? double ?? bare
    if (text === undefined || /[^\x20-\x7e]|%/.test(text)) return undefined
    const own = double === undefined ? text : text.replaceAll(/\$(\w+)/g, '%$1%')
    words.push(quoteForWindows(own))
  }
  const line = words.join(' ').replace(/^curl /, 'curl.exe ')
  return isSplit(line) ? undefined : line
}

/** Writes a command for the shells of this system, if they can take it. */
export const forShell = (command: string, platform = process.platform): string =>
  (platform === 'win32' ? toWindowsCommand(command) : undefined) ?? command
