import type { Resource, Schema } from '../contract.ts'
import { findName } from './names.ts'

/** Finds the properties that have the times of creation and of the last change, if the service makes them. */
export function findTimes(
  record: Schema,
  sent: Schema | undefined,
): Pick<Resource, 'createdAt' | 'updatedAt'> {
  const { possible } = record.facts()
  const isOwn = (property: string): boolean => {
    const { types, format, isReadOnly } = record.at(property)?.facts() ?? {
      types: [] as string[],
      format: undefined,
      isReadOnly: false,
    }
    const isTime =
      format === 'date-time' ||
      format === 'date' ||
      types.includes('integer') ||
      (types.includes('string') && types.length <= 2)
    return isTime && (isReadOnly || sent?.at(property) === undefined)
  }
  const own = possible.filter(isOwn)
  const createdAt = findName(own, [
    'createdAt',
    'created',
    'createdOn',
    'creationDate',
    'creationTime',
    'dateCreated',
    'createTime',
    'createdTime',
    'createdDate',
    'insertedAt',
  ])
  const updatedAt = findName(own, [
    'updatedAt',
    'updated',
    'updatedOn',
    'modifiedAt',
    'modified',
    'lastModified',
    'lastUpdated',
    'updateTime',
    'dateUpdated',
    'dateModified',
    'lastModifiedDate',
    'modifiedDate',
    'lastModifiedAt',
    'updatedDate',
    'modificationDate',
  ])
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) }
}
