import { check } from '../../options/check.ts'
import { checkName } from '../../options/check-name.ts'
import { anyOf, fields, object, oneOf, string } from '../../options/schema.ts'
import type { Operation, Resource, ResourceOption, ResourceOptions } from '../contract.ts'

const effect = /* @__PURE__ */ oneOf('create', 'list', 'read', 'replace', 'merge', 'remove', 'none')

const resource = /* @__PURE__ */ anyOf(
  /* @__PURE__ */ oneOf(false),
  /* @__PURE__ */ object({
    path: string,
    key: string,
    keyFrom: /* @__PURE__ */ oneOf('client', 'server'),
    parent: /* @__PURE__ */ anyOf(string, /* @__PURE__ */ oneOf(null)),
    operations: /* @__PURE__ */ fields('an object with the effect of each operation', true, () => effect),
    conflicts: /* @__PURE__ */ oneOf(true, false),
  } satisfies Record<keyof ResourceOption, unknown>),
)

const resources = /* @__PURE__ */ fields('an object with options of each resource', true, () => resource)

/**
 * Checks the values that a user says about resources.
 *
 * @throws {OptionsError} if one is wrong
 */
export const checkResourceOptions = (options: ResourceOptions): void => check(options, resources, 'resources')

/**
 * Checks the names in what a user says about resources.
 *
 * @param inferred the names of all resources that the description has, or options make
 * @param made the resources that are left
 *
 * @throws {OptionsError} if there is no such resource, operation, or property
 */
export function checkResourceNames(
  options: ResourceOptions,
  operations: readonly Operation[],
  inferred: readonly string[],
  made: readonly Resource[],
): void {
  const ids = operations.flatMap(({ id, method, path }) => [id, `${method} ${path}`])
  for (const [name, option] of Object.entries(options)) {
    const path = ['resources', name]
    checkName('resource', name, inferred, path)
    if (option === false) continue
    for (const id of Object.keys(option.operations ?? {}))
      checkName('operation', id, ids, [...path, 'operations', id])
    if (typeof option.parent === 'string') checkName('resource', option.parent, inferred, [...path, 'parent'])
    const { possible } = made.find((one) => one.name === name)?.schema.facts() ?? { possible: [] }
    if (option.key !== undefined && possible.length > 0)
      checkName('property', option.key, possible, [...path, 'key'])
  }
}
