import { startRedis, type TestRedis } from '../redis/start-redis.ts'
import { type Contestant, contestants, type Load, load, readCpuOf } from './contestants.ts'
import { median, print } from './statistics.ts'

const rounds = 7
const requests = 10_000

/** What one round of one or two replicas needs: the rate of all together, and the CPU time of Redis for a request. */
interface Round {
  rate: number
  redis: number
}

/** Loads replicas of one namespace at the same time, each with its own connections and ids. */
async function measureTogether(redis: TestRedis, replicas: readonly Contestant[]): Promise<Round> {
  const before = readCpuOf(redis.pid)
  const begin = performance.now()
  const loads: Load[] = await Promise.all(replicas.map((replica) => load(replica, requests)))
  const seconds = (performance.now() - begin) / 1000
  const sent = requests * replicas.length
  for (const { statuses } of loads)
    if (statuses['200'] !== requests) throw new Error(`a replica answered ${JSON.stringify(statuses)}`)
  return { rate: sent / seconds, redis: ((readCpuOf(redis.pid) - before) / sent) * 1000 }
}

/** Compares one replica with two. */
export async function measureRedis(): Promise<void> {
  await using redis = await startRedis()
  const flags = ['--store', redis.toUrl('team-a')]
  await using one = await contestants.fake(flags)
  await using other = await contestants.fake(flags, 1)
  other.nextId = 1_000_000_000n
  const results: Record<'1' | '2', Round[]> = { '1': [], '2': [] }
  for (let round = 0; round <= rounds; round++) {
    const alone = await measureTogether(redis, [one])
    const both = await measureTogether(redis, [one, other])
    // The first round warms up.
    if (round === 0) continue
    results['1'].push(alone)
    results['2'].push(both)
  }
  const title = 'Replicas on one Redis; load, replicas, and Redis share the cores of this machine'
  print(title, results, (all) => {
    const redisCpu = median(all.map((each) => each.redis))
    return {
      'requests/s': Math.round(median(all.map(({ rate }) => rate))),
      'CPU µs of Redis': redisCpu.toFixed(1),
      'requests/s of a core of Redis': Math.round(1e6 / redisCpu),
    }
  })
}
