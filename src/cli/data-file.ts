import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseNumberLiteral, toExactInteger } from '../contract/exact-integer.ts'
import { parseExactJson } from '../contract/exact-json.ts'
import { CommandFailure, exitCodes } from './failure.ts'

const shippedFolder = new URL('../../mocks/', import.meta.url)

async function parseExactYaml(text: string): Promise<unknown> {
  const { parseDocument, visit } = await import('yaml')
  const document = parseDocument(text, { intAsBigInt: true, logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) throw error
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'bigint') node.value = toExactInteger(node.value)
      const isFraction =
        typeof node.value === 'number' && /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(node.source ?? '')
      if (isFraction) node.value = parseNumberLiteral(node.source ?? '')
    },
    Alias(_key, node, parents) {
      const named = node.resolve(document)
      if (parents.some((parent) => parent === named)) {
        throw new Error(`the alias *${node.source} is a part of what it names`)
      }
    },
  })
  return document.toJS()
}

/**
 * Reads a JSON or YAML file, integers exactly.
 *
 * @param whenEmpty what an empty file stands for; without it, one is refused as any other that is no JSON
 *
 * @throws {CommandFailure} where it cannot be read or is neither
 */
export async function readDataFile(path: string | URL, what: string, whenEmpty?: unknown): Promise<unknown> {
  const fail = (error: unknown): never => {
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ??
      (/call stack/.test(message) ? 'it is nested too deeply' : message.split('\n')[0]?.replace(/:$/, ''))
    throw new CommandFailure(`Failed to read the ${what} ${path}: ${reason}`, exitCodes.usage)
  }
  try {
    const text = readFileSync(path, 'utf8')
    if (whenEmpty !== undefined && text.trim() === '') return whenEmpty
    if (!/\.ya?ml$/i.test(String(path))) return parseExactJson(text)
    return await parseExactYaml(text)
  } catch (error) {
    return fail(error)
  }
}

/**
 * Reads what the kit ships by its name, or a file.
 *
 * @throws {CommandFailure} where there is neither
 */
export async function readShippedOrFile(folder: 'scenarios' | 'seeds', nameOrFile: string): Promise<unknown> {
  const what = folder.slice(0, -1)
  if (!/^[\w-]+$/.test(nameOrFile)) return readDataFile(nameOrFile, what)
  const shipped = readdirSync(new URL(`${folder}/`, shippedFolder)).map((file) => basename(file, '.json'))
  if (shipped.includes(nameOrFile))
    return readDataFile(new URL(`${folder}/${nameOrFile}.json`, shippedFolder), what)
  throw new CommandFailure(
    `Failed to find the ${what} ${nameOrFile}: there are ${shipped.join(', ')}. Pass ./${nameOrFile} for a file of that name.`,
    exitCodes.usage,
  )
}
