import { createClient } from '@redis/client'
import type { Contract } from '../../src/contract/contract.ts'
import type { MockOptions, SharedServedMock } from '../../src/mock/create-mock.ts'
import { createServedMock } from '../../src/mock/create-mock.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import { contracts } from '../mock/contracts.ts'
import type { ShortRequest } from '../mock/send-to-mock.ts'
import { startRedis, type TestRedis } from './start-redis.ts'

/** A description whose mocks share Redis: a resource, what adds a record to it, and what that gets. */
export interface Shared {
  name: 'plants' | 'bookings'
  contract: Contract
  resource: string
  record: { id: number; name: string }
  add(at: number): ShortRequest
  added: number
}

export const descriptions: readonly Shared[] = [
  {
    name: 'plants',
    contract: contracts.plants,
    resource: 'plants',
    record: { id: 1, name: 'Ash' },
    add: (at) => ({ to: 'POST /plants', body: { id: at, name: 'Fern' } }),
    added: 200,
  },
  {
    name: 'bookings',
    contract: contracts.bookings,
    resource: 'rooms',
    record: { id: 1, name: 'Ash', kind: 'single' } as Shared['record'],
    add: (at) => ({ to: 'POST /rooms', body: { name: `Room ${at}`, kind: 'double' } }),
    added: 201,
  },
]

type Client = Pick<
  ReturnType<typeof createClient>,
  'keys' | 'del' | 'pTTL' | 'lRange' | 'rPush' | 'hIncrBy' | 'info'
>

/** A Redis for the tests of a file. */
export interface OpenRedis extends AsyncDisposable {
  redis: TestRedis
  client: Client
  /** Opens a new namespace as often as there are replicas, each with a connection of its own. */
  openReplicas(options: Omit<MockOptions, 'storage'>): Promise<Replicas>
}

/** Replicas of one mock. */
interface Replicas extends AsyncDisposable {
  namespace: string
  first: SharedServedMock
  second: SharedServedMock
  open(options?: Omit<MockOptions, 'storage'>): Promise<SharedServedMock>
}

/** Starts Redis and connects to it. */
export async function openRedis(): Promise<OpenRedis> {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const client = createClient({ url: redis.toUrl() })
  await client.connect()
  stack.defer(() => client.destroy())
  let count = 0
  return {
    redis,
    client,
    async openReplicas(options) {
      const own = new AsyncDisposableStack()
      const namespace = `test${count++}`
      const open: Replicas['open'] = async (changed = options) => {
        const storage = own.use(await redisStore(redis.toUrl(namespace), { ttl: 1000 }))
        return createServedMock({ ...changed, storage })
      }
      const [first, second] = [await open(), await open()]
      return { namespace, first, second, open, [Symbol.asyncDispose]: () => own.disposeAsync() }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
