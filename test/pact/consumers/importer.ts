/** A line of the imported list; ids are text, since they have more digits than a JavaScript number can hold. */
export interface ImportedLine {
  id: string
  name: string
  tag?: string
}

/** The result of a line. */
export interface ImportedPlant {
  id: string
  isImported: boolean
  /** The message of the service, if it refused the line. */
  reason?: string
}

/** Writes JSON without `JSON.stringify`, which can't write all digits of an id. */
const toJson = ({ id, ...plant }: ImportedLine): string => `{"id":${id},${JSON.stringify(plant).slice(1)}`

/** The importer: it sends each line, and stops if its token is refused. */
export async function importLine(url: string, line: ImportedLine, token: string): Promise<ImportedPlant> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: toJson(line),
  })
  if (response.ok) return { id: line.id, isImported: true }
  if (response.status !== 400) throw new Error(`stopped at ${line.id}: ${response.status}`)
  const { error, message } = (await response.json()) as { error: number; message: string }
  return { id: line.id, isImported: false, reason: `${error}: ${message}` }
}
