import { type AnyApi, type Contract, ContractError, type ContractOptions } from '../contract.ts'
import { toContractOfOwn } from '../to-contract.ts'
import { oldPointers } from '../upgrade.ts'
import { applyOverlay } from './apply-overlay.ts'
import { createFindPlace, type FindPlace } from './find-place.ts'
import { loadFiles, readDocument, type Source } from './load-files.ts'

/** What a contract is read with. */
export interface ReadOptions extends Pick<ContractOptions, 'resources' | 'basePath'> {
  /** Whether references may lead out of the folder of the description, and to URLs. */
  allowRefs?: boolean
  /** Files or URLs of OpenAPI Overlays that change the description, in their order. */
  overlays?: readonly string[]
}

/** Makes what finds the file, line, and column of a JSON pointer. */
function createLocate(sources: readonly Source[]): NonNullable<ContractOptions['locate']> {
  const finders = new Map<Source, FindPlace>()
  return (pointer) => {
    const source = sources.findLast((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`))
    if (source === undefined) return undefined
    const find = finders.get(source) ?? createFindPlace(source.text)
    finders.set(source, find)
    const own = pointer.slice(source.pointer.length)
    const old = oldPointers.filter(([to]) => own.startsWith(to))
    return { file: source.name, ...find(own, ...old.map(([to, from]) => from + own.slice(to.length))) }
  }
}

/**
 * Reads a description from a file or URL: JSON or YAML, of OpenAPI 3.1, 3.0, or Swagger 2.0, also in several files.
 *
 * @throws {ContractError} that says in one line what is wrong, and where
 *
 * @example const contract = await readContract('openapi.yaml')
 */
export async function readContract<Api = AnyApi>(
  fileOrUrl: string,
  options: ReadOptions = {},
): Promise<Contract<Api>> {
  const { allowRefs = false, overlays = [], resources, basePath } = options
  const changes = await Promise.all(
    overlays.map(async (name) => ({ name, ...(await readDocument(name, name)) })),
  )
  const change = (read: unknown): unknown => {
    let document = read
    for (const { name, document: overlay } of changes) {
      try {
        document = applyOverlay(document, overlay)
      } catch (error) {
        if (error instanceof ContractError)
          throw new ContractError(`Failed to apply ${name}: ${error.message}.`)
        throw error
      }
    }
    return document
  }
  const { document, sources, warnings } = await loadFiles(fileOrUrl, allowRefs, change)
  const locate = createLocate(sources)
  try {
    const contract = toContractOfOwn(document, {
      locate,
      warnings,
      ...(resources !== undefined && { resources }),
      ...(basePath !== undefined && { basePath }),
    })
    return Object.assign(contract, { files: [...sources, ...changes].map(({ name }) => name), locate })
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    throw new ContractError(`Failed to read ${fileOrUrl}: ${error.message}.`)
  }
}
