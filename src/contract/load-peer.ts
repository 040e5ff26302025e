import { createRequire } from 'node:module'
import { isBinary } from './package-files.ts'

/** Loads an optional peer dependency that is installed next to the kit; without it, the error says what to install. */
export function loadPeer<Module>(
  { what, name, peer }: { what: string; name: string; peer: string },
  load: (require: NodeJS.Require) => Module,
): Module {
  const explain = (fix: string, cause: unknown): Error => new Error(`Failed to ${what}: ${fix}`, { cause })
  if (isBinary) {
    const fix = `${name} needs Node. Install the kit with npm, and run npm install --save-dev ${peer}.`
    throw explain(fix, { code: 'MODULE_NOT_FOUND' })
  }
  try {
    return load(createRequire(import.meta.url))
  } catch (error) {
    throw explain(`${name} could not be loaded. Run npm install --save-dev ${peer}.`, error)
  }
}
