import { isScalar, parseDocument } from 'yaml'
import { escapeControlsOfJson } from '../http/escape-controls.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { isObject } from '../options/is-object.ts'
import { toKebabCase } from './flags.ts'

const header = '# How the service responds, as plant-store diff --write has seen it.\n'

/** Sets some keys in the text of a YAML file; its comments and the order of its keys stay. A text that has them already stays as it is. */
export function writeConfig(text: string, options: object, keys: readonly string[]): string {
  const document = parseDocument(text.trim() === '' ? header : text, { intAsBigInt: true })
  const old: unknown = document.toJS() ?? {}
  let isChanged = text.trim() === ''
  /** Sets the rows of a table one by one, so that comments on others stay. */
  function set(path: readonly string[], before: unknown, after: unknown): void {
    if (isSame(JSON.parse(toJson(before)), JSON.parse(toJson(after)))) return
    isChanged = true
    if (after === undefined) document.deleteIn(path)
    else if (path.length < 3 && isObject(before) && isObject(after))
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
        set([...path, name], before[name], after[name])
    else {
      const node = document.getIn(path, true)
      // A new value would lose the comment after it.
      if (isScalar(node) && (typeof after !== 'object' || after === null)) node.value = after
      else document.setIn(path, document.createNode(after))
    }
  }
  for (const key of keys) {
    const name = Object.hasOwn(Object(old), key) ? key : toKebabCase(key)
    const before = Object(old)[name]
    set([before === undefined ? key : name], before, Object(options)[key])
  }
  return isChanged ? document.toString({ lineWidth: 0 }) : text
}

const toJson = (value: unknown): string => escapeControlsOfJson(stringifyExactJson(value ?? null))
