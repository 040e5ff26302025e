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
import { answerWithCors } from '../doors/answer-with-cors.ts'
import { describeUnhandled, type UnhandledRequest } from '../doors/describe-unhandled.ts'
import { createTarget, toUrlPattern } from '../doors/service-url.ts'
import { showRequests } from '../matchers/journal.ts'
import { matchers, type StoreMatcher } from '../matchers/matchers.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'
import { type Retrying, retry } from './retry.ts'

/** How the store of each test behaves; `baseUrl` is the address of the service, every origin by default. */
export type PlantStoreUse = PlantStoreOptions & { baseUrl?: string }

/** What each test gets. */
export interface PlantStoreFixtures {
  /** Options of the store, for `test.use({ plantStore: { … } })` and for `use` in the configuration of Playwright. */
  plantStore: PlantStoreUse
  /** The test's own store, which answers its pages. */
  store: PlantStore
}

const advice = 'Set the baseUrl that your client uses in plantStore, or handle them with page.route(…).'

async function answerRoute(store: PlantStore, route: Route): Promise<void> {
  const request = route.request()
  const { pathname, search } = new URL(request.url())
  const { status, headers, body, delivery } = await answerWithCors(store, {
    method: request.method(),
    path: pathname + search,
    headers: await request.allHeaders(),
    body: request.postDataBuffer() ?? undefined,
  })
  // A route can't send half a body.
  if (delivery !== undefined) return route.abort('connectionreset')
  return route.fulfill({ status, headers, body })
}

/**
 * Playwright's `test`, with a separate plant store for each test, which answers the requests of all pages of its `context`.
 * There is no worker script. A test fails if a page posts to an address that differs slightly from the store's. Combine it with your own fixtures with `mergeTests`.
 *
 * @example
 * test.use({ plantStore: { tokens: ['secret'], baseUrl: 'http://plants.example' } })
 *
 * test('adds a plant', async ({ page, store }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Add' }).click()
 *   await expect(store).toHaveCreatedPlant({ name: 'Monstera' })
 * })
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PlantStoreFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = baseTest.extend<PlantStoreFixtures>({
  plantStore: [{}, { option: true }],
  store: [
    async ({ context, plantStore: { baseUrl, ...options } }, use, testInfo) => {
      const store = createPlantStore(options)
      const target = createTarget(baseUrl, store.path)
      const pattern = toUrlPattern(target)
      const isAnswered = ({ origin, pathname }: URL): boolean => pattern.test(origin + pathname)
      const missed: UnhandledRequest[] = []
      await context.route(isAnswered, (route) => answerRoute(store, route))
      const name = target.path.slice(target.path.lastIndexOf('/'))
      await context.route(
        (url) => !isAnswered(url) && url.pathname.replace(/(?<!\/)\/+$/, '').endsWith(name),
        (route, request) => {
          // Pages may have such an address, too.
          if (request.method() === 'POST') missed.push({ method: 'POST', url: request.url() })
          return route.fallback()
        },
      )
      await use(store)
      const lines = testInfo.errors.length === 0 ? [] : showRequests(store.requests.all())
      if (lines.length > 0)
        await testInfo.attach('requests to the plant store', {
          body: lines.join('\n'),
          contentType: 'text/plain',
        })
      // Requests that are still held get their answers.
      store.faults.clear()
      if (missed.length > 0) throw new Error(describeUnhandled(missed, target, baseUrl, advice))
    },
    { auto: true },
  ],
})

type Matchers = typeof matchers

type Retried = Omit<Matchers, StoreMatcher> & {
  [Name in StoreMatcher]: Retrying<OmitThisParameter<Matchers[Name]>>
}

const retrying = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => [
    name,
    name.startsWith('toHave') ? retry(matcher as never) : matcher,
  ]),
) as Retried

/** Playwright's `expect`, with the matchers of the kit; those of a store retry until they pass or the timeout expires. */
export const expect: Expect<Retried> = baseExpect.extend(retrying)
