import { isObject } from '../options/is-object.ts'
import { type Description, listItems, listMembers, type Place, placeIn } from './description.ts'
import { httpMethods } from './walk.ts'

/** Returns the path of the URL of a server, without a slash at its end. */
function toBasePath(server: Place): string[] {
  const { json } = server
  if (!isObject(json) || typeof json['url'] !== 'string') return []
  const url = json['url'].replaceAll(/\{([^{}]*)\}/g, (_all, name) => {
    const value = placeIn(server, 'variables', name, 'default').json
    return value === undefined ? '' : String(value)
  })
  const [path = ''] = url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '').split(/[?#]/)
  const segments = path.split('/').filter((segment) => segment !== '')
  return [segments.map((segment) => `/${segment}`).join('')]
}

/** Lists the base paths of all servers, also those of single paths and operations. */
export function readBasePaths(description: Description): string[] {
  const { root } = description
  const items = listMembers(placeIn(root, 'paths')).map(([, item]) => description.follow(item) ?? item)
  const places = [
    root,
    ...items,
    ...items.flatMap((item) => httpMethods.map((method) => placeIn(item, method))),
  ]
  const found = places.flatMap((place) => listItems(placeIn(place, 'servers')).flatMap(toBasePath))
  return [...new Set(found.length === 0 ? [''] : found)]
}
