/**
 * Makes types and validators from the hand-written descriptions: `npm run generate`.
 * With `--check` nothing is written, and a stale file fails.
 */
import { GenerateError } from './generate/generate-error.ts'
import { generateFiles } from './generate/generate-files.ts'
import { root } from './generate/root.ts'
import { checkGeneratedFiles, readFrom, writeFiles } from './generate/write-files.ts'

const isCheck = process.argv.includes('--check')
try {
  const files = await generateFiles(readFrom(root))
  const said = (isCheck ? checkGeneratedFiles : writeFiles)(root, files)
  if (said !== '') console[isCheck ? 'error' : 'log'](said)
  if (isCheck && said !== '') process.exitCode = 1
} catch (error) {
  const isKnown = error instanceof GenerateError
  console.error(
    isKnown ? error.message : `Failed to generate: ${error}. \`npm run check:openapi\` may say where.`,
  )
  process.exitCode = 1
}
