/** A provider state of an interaction; its parameters are the record that it is about. */
export interface RecordState {
  name: string
  params?: Readonly<Record<string, unknown>>
}

/** The statuses with which a service may reject a valid request, by what only it knows. */
export const byState: ReadonlySet<number> = new Set([401, 403, 404, 409, 410, 412, 423, 428])

/** The state of a service that doesn't accept the credentials of an interaction. */
export const wrongCredentials = 'the credentials are not valid'

/** The state in which a record is stored, with these properties. */
export const recordExists = (resource: string, record: Readonly<Record<string, unknown>>): RecordState => ({
  name: `a record of ${resource} exists`,
  params: record,
})

/** The state in which no record has a key. */
export const noRecord = (resource: string, key: Readonly<Record<string, unknown>>): RecordState => ({
  name: `no record of ${resource} has the key`,
  params: key,
})

/** Reads which records a state is about; undefined for another state. */
export function readRecordState(name: string): { resource: string; exists: boolean } | undefined {
  const [, stored, missing] = /^(?:a record of (.+) exists|no record of (.+) has the key)$/.exec(name) ?? []
  const resource = stored ?? missing
  return resource === undefined ? undefined : { resource, exists: stored !== undefined }
}
