import { dirname, resolve } from 'node:path'
import type { Contract, ResourceOptions } from '../contract/contract.ts'
import { isObject } from '../options/is-object.ts'
import { OptionsError } from '../options/options-error.ts'
import { findPlace, readDataFile } from './data-file.ts'
import type { Fail } from './failure.ts'
import { toKebabCase } from './flags.ts'
import { describeMistake, showMembers } from './mistake.ts'
import { type ContractSource, openContract } from './open-contract.ts'

/** Reads a key of a configuration, which may be written like a flag. */
export type GetConfigured = (name: string) => unknown

/** Reads a configuration; it may be empty, or missing if nobody names one. */
export async function readConfiguration(file: string | undefined, fail: Fail): Promise<GetConfigured> {
  const read = file === undefined ? {} : await readDataFile(file, 'configuration', {})
  if (!isObject(read)) return fail(`the configuration ${file} must be an object.`)
  return (name) => read[name] ?? read[toKebabCase(name)]
}

/** Opens the contract that flags ask for, or else a configuration, which also says what its resources are. */
export async function openConfiguredContract(
  flags: ContractSource,
  get: GetConfigured,
  file: string | undefined,
  fail: Fail,
): Promise<Contract> {
  const toPath = (path: unknown): string =>
    /^https?:/i.test(String(path)) ? String(path) : resolve(dirname(file ?? '.'), String(path))
  const resources = get('resources') as ResourceOptions | undefined
  const openapi = flags.openapi ?? (get('openapi') === undefined ? undefined : toPath(get('openapi')))
  try {
    return await openContract({
      openapi,
      overlay: flags.overlay ?? [get('overlay') ?? []].flat().map(toPath),
      allowRefs: flags.allowRefs || get('allowRefs') === true,
      ...(resources && { resources }),
    })
  } catch (error) {
    if (!(error instanceof OptionsError) || file === undefined) throw error
    const { path, problem, known, got } = error
    const [name = '', ...rest] = path
    const mistake = describeMistake({ path, problem, known, got }, name + showMembers(rest), 'key')
    return fail(`${file}${await findPlace(file, path)}: ${mistake}`)
  }
}
