import {
  expect as baseExpect,
  test as baseTest,
  type Expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Route,
  type TestType,
} from '@playwright/test'
import type { AnyApi } from '../../contract/contract.ts'
import type { PlantStore } from '../../contract/plant-store.ts'
import { describeUnhandled, type UnhandledRequest } from '../../mock/adapter/describe-unhandled.ts'
import { createResponder, type Responder } from '../../mock/adapter/responder.ts'
import { createMock, type Mock, type MockOptions } from '../../mock/create-mock.ts'
import { strict } from '../../mock/options.ts'
import { addRequests } from '../matchers/explain-failure.ts'
import { type MockMatcher, matchers } from '../matchers/matchers.ts'
import { type Retrying, retry } from './retry.ts'

/** How the mock of each test responds; `baseUrl` is the address of the service, every origin by default. */
export type MockUse<Api = AnyApi> = MockOptions<Api> & { baseUrl?: string }

/** What each test gets. */
export interface MockFixtures<Api = AnyApi> {
  /** Options of the mock, for `test.use({ mockOptions: { … } })` and for `use` in the configuration of Playwright. */
  mockOptions: MockUse<Api>
  /** The test's own mock, which responds to its pages. */
  mock: Mock<Api>
}

const advice = {
  handle: 'handle them with page.route(…)',
  address: 'set the baseUrl that your client uses in mockOptions',
}

async function respondToRoute({ respond }: Responder, route: Route): Promise<void> {
  const request = route.request()
  const response = await respond(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    body: request.postDataBuffer() ?? undefined,
  })
  if (response === undefined) return route.fallback()
  const { status, headers, body, delivery } = response
  // A route can't send half a body.
  if (delivery !== undefined) return route.abort('connectionreset')
  return route.fulfill({ status, headers, body: typeof body === 'string' ? body : Buffer.from(body) })
}

/** Playwright's `test` with the fixtures of a mock. */
type MockTest<Api> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & MockFixtures<Api>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/**
 * Creates Playwright's `test`, with a separate mock for each test, which responds to the requests of all pages of its
 * `context`. There is no worker script. A test fails if a page sends a request to an address that differs slightly from
 * the mock's. The message of a failure has the requests of the test. Combine it with your own fixtures with `mergeTests`.
 *
 * @param options the first value of `mockOptions`; unlike elsewhere, `unknownProperties` and `unknownParameters` are `reject` by default
 *
 * @example
 * const test = createMockTest({ contract, baseUrl: 'http://hotel.example' })
 *
 * test('adds a room', async ({ page, mock }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Add' }).click()
 *   await expect(mock).toHaveCreated('rooms', { name: 'Blue' })
 * })
 */
export function createMockTest<Api = PlantStore>(options: MockUse<Api> = {}): MockTest<Api> {
  return baseTest.extend<MockFixtures<Api>>({
    mockOptions: [options, { option: true }],
    mock: [
      async ({ context, mockOptions: { baseUrl, ...options } }, use, testInfo) => {
        const mock = createMock({ ...strict, ...options })
        const responder = createResponder(mock, baseUrl)
        const { covers, target } = responder
        const missed: UnhandledRequest[] = []
        const isCovered = (url: URL): boolean => covers('GET', url.href)
        await context.route(isCovered, (route) => respondToRoute(responder, route))
        const ends = mock.contract.operations
          .map(({ path }) => path.slice(path.lastIndexOf('/')))
          .filter((end) => !end.includes('{'))
        const isNear = (url: URL): boolean =>
          !isCovered(url) && ends.some((end) => url.pathname.replace(/(?<!\/)\/+$/, '').endsWith(end))
        await context.route(isNear, (route, request) => {
          // Pages may have such an address, too.
          if (request.method() !== 'GET') missed.push({ method: request.method(), url: request.url() })
          return route.fallback()
        })
        await use(mock)
        addRequests(testInfo.errors[0], mock.requests.all())
        // Requests that are still held get their responses.
        mock.faults.clear()
        if (missed.length > 0)
          throw new Error(describeUnhandled(missed, mock.contract, target, baseUrl, advice))
      },
      { auto: true },
    ],
  })
}

/**
 * The same for a mock of any API, whose types aren't known.
 *
 * @example
 * test.use({ mockOptions: { credentials: ['secret'], baseUrl: 'http://plants.example' } })
 */
export const test: MockTest<AnyApi> = createMockTest<AnyApi>()

type Matchers = typeof matchers

type Retried = Omit<Matchers, MockMatcher> & {
  [Name in MockMatcher]: Retrying<OmitThisParameter<Matchers[Name]>>
}

const retrying = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => [
    name,
    name.startsWith('toHave') ? retry(matcher as Parameters<typeof retry>[0]) : matcher,
  ]),
) as Retried

/** Playwright's `expect`, with the matchers of the kit; those of a mock retry until they pass or the timeout expires. */
export const expect: Expect<Retried> = baseExpect.extend(retrying)
