import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../src/contract/generate/root.ts'
import { type Change, generateChanged } from './load-changed.ts'

/** Lists the errors of types in `src` with the code that is generated from openapi.yaml with a change. */
export async function compileChanged(change: Change): Promise<string[]> {
  const files = await generateChanged(change)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost({ ...options, noEmit: true })
  const read = host.readFile
  host.readFile = (path) => files.get(path) ?? read(path)
  const program = ts.createProgram(fileNames, { ...options, noEmit: true }, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
