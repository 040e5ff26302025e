import type { ResourceOptions, Warning } from '../contract/contract.ts'
import { writeCompiled, writeModule } from '../contract/write-compiled.ts'
import { escapeControls } from '../http/escape-controls.ts'
import type { CommandTable } from './command.ts'
import { openConfiguredContract, readConfiguration } from './configured-contract.ts'
import { contractFlags } from './contract-flags.ts'
import { countOf } from './count-of.ts'
import { createFail } from './failure.ts'
import { type FlagTable, type FlagValues, flag } from './flags.ts'
import { checkOutFile, type OutFile, writeOutFile } from './out-file.ts'
import { showWarning } from './show-warning.ts'

const compileFlags = {
  ...contractFlags,
  config: flag('<file>', 'configuration, of which openapi, overlay, allowRefs, and resources count', {
    default: 'none',
  }),
  out: flag('<file>', 'file to write: a module of JavaScript, or of TypeScript if it ends with .ts'),
} as const satisfies FlagTable

const fail = createFail('run plant-store compile')

async function compile(_argument: undefined, flags: FlagValues<typeof compileFlags>): Promise<undefined> {
  const { out, config } = flags
  if (out === undefined) return fail('pass the file to write with --out, such as --out contract.js.')
  const file: OutFile = { path: out, flag: '--out', fail }
  checkOutFile(file)
  const get = await readConfiguration(config, fail)
  const read = await openConfiguredContract(flags, get, config, fail)
  const compiled = writeCompiled(read.document, { resources: get('resources') as ResourceOptions })
  const { operations, warnings } = compiled
  const text = writeModule(compiled)
  writeOutFile(file, text)
  // What was found while the description was read has its line.
  const isNew = ({ message }: Warning): boolean => !read.warnings.some((one) => one.message === message)
  const shown = [...read.warnings, ...warnings.filter(isNew)].map(showWarning)
  process.stderr.write(shown.map((line) => `${escapeControls(line)}\n`).join(''))
  const count = countOf(operations.length, 'operation')
  process.stdout.write(
    `Wrote ${escapeControls(file.path)} with ${count}, ${Math.ceil(text.length / 1000)} kB\n`,
  )
}

export const command: CommandTable = {
  description:
    'Write an OpenAPI description and the functions that check its values as a module, for pages: it needs no ajv and no eval, so it works under a Content-Security-Policy.',
  flags: compileFlags,
  run: compile,
  exitCodes: { 0: 'the module is written', 2: 'the description is not readable, or usage error' },
  examples: ['compile --openapi bookings.yaml --out src/mocks/contract.js'],
}
