import { type Level, verify } from '../../src/verify/verify.ts'
import { type SmallBackend, startSmallBackend } from './small-backend.ts'

/** Judges a small backend and names the rules of a level that it breaks. */
export async function findBroken(backend: SmallBackend): Promise<Record<Level, string[]>> {
  await using server = await startSmallBackend(backend)
  const { rules } = await verify(server.url, { token: 'local-token', seed: 1, requestLimit: 1000 })
  const ofLevel = (level: Level): string[] =>
    rules.filter(({ rule, status }) => status === 'broken' && rule.level === level).map(({ rule }) => rule.id)
  return { must: ofLevel('must'), should: ofLevel('should'), open: ofLevel('open') }
}
