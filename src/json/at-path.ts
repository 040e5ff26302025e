import { isContainer, isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'

/** Returns the value at a path; undefined if there is none. */
export const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (found, name) => (isContainer(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  )

/** Copies a value with another one at a path; missing objects are made. */
export function setAt(value: unknown, path: Path, inner: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return inner
  if (Array.isArray(value) && typeof name === 'number')
    return value.map((item, index) => (index === name ? setAt(item, rest, inner) : item))
  const whole = isObject(value) ? value : {}
  const own = Object.hasOwn(whole, name) ? whole[name] : undefined
  return { ...whole, [name]: setAt(own, rest, inner) }
}

/** Copies a value without what is at a path. */
export function removeAt(value: unknown, path: Path): unknown {
  const [name, ...rest] = path
  if (name === undefined || !isContainer(value) || !Object.hasOwn(value, name)) return value
  if (rest.length > 0) return setAt(value, [name], removeAt(value[name], rest))
  if (Array.isArray(value)) return value.filter((_item, index) => index !== name)
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
}
