import { createRequire } from 'node:module'

/** Loads an optional peer dependency that is installed next to the kit; without it, the error says what to install. */
export function loadPeer<Module>(
  { what, name, peer }: { what: string; name: string; peer: string },
  load: (require: NodeJS.Require) => Module,
): Module {
  try {
    return load(createRequire(import.meta.url))
  } catch (error) {
    const fix = `${name} could not be loaded. Run npm install --save-dev ${peer}.`
    throw new Error(`Failed to ${what}: ${fix}`, { cause: error })
  }
}
