import { createRequire } from 'node:module'
import { loadPeer } from '../contract/load-peer.ts'

type Core = typeof import('@pact-foundation/pact-core')

const peer = { name: 'Pact', peer: '@pact-foundation/pact-core' }

const resolveCore = (require: NodeJS.Require): string => {
  try {
    return require.resolve('@pact-foundation/pact-core')
  } catch {
    return createRequire(require.resolve('@pact-foundation/pact')).resolve('@pact-foundation/pact-core')
  }
}

/** Finds the folder of Pact's core that is installed next to the kit, as a package of its own or as a part of Pact. */
export const findCore = (what: string): string => loadPeer({ ...peer, what }, resolveCore)

export const loadCore = (what: string): Core => createRequire(import.meta.url)(findCore(what))
