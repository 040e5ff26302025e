import { startRedis, type TestRedis } from '../redis/start-redis.ts'
import { type Contestant, commands, type Load, load, readCpuOf, start } from './contestants.ts'
import { median } from './statistics.ts'

const rounds = 7
const requests = 10_000

const startFake = async (redis: TestRedis, namespace: string, core = 0): Promise<Contestant> =>
  start(await commands.fake('--store', redis.toUrl(namespace)), core)

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

async function measureReplicas(): Promise<void> {
  await using redis = await startRedis()
  await using one = await startFake(redis, 'team-a')
  await using other = await startFake(redis, 'team-a', 1)
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
  console.log('\nReplicas on one Redis; load, replicas, and Redis share the cores of this machine')
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([count, all]) => {
        const redisCpu = median(all.map((each) => each.redis))
        return [
          count,
          {
            'requests/s': Math.round(median(all.map(({ rate }) => rate))),
            'CPU µs of Redis': redisCpu.toFixed(1),
            'requests/s of a core of Redis': Math.round(1e6 / redisCpu),
          },
        ]
      }),
    ),
  )
}

/** Compares a replica with a server written by hand that makes the same round trip, then one replica with two. */
export async function measureRedis(
  compare: (title: string, entrants: Record<'bare' | 'replica', () => Promise<Contestant>>) => Promise<void>,
): Promise<void> {
  await using redis = await startRedis()
  let life = 0
  const handWritten = new URL('bare-redis.js', import.meta.url).pathname
  await compare('POST /plants with everything in Redis; bare makes the same round trip by hand', {
    bare: () => start([process.execPath, handWritten, redis.toUrl(), `bare-${life++}`]),
    replica: () => startFake(redis, `replica-${life++}`),
  })
  await measureReplicas()
}
