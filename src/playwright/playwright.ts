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
import { createTarget, toUrlPattern } from '../doors/service-url.ts'
import { matchers } from '../matchers/matchers.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import { createPlantStore, type PlantStore } from '../store/plant-store.ts'

/** How the store of each test behaves; `baseUrl` is the address of the service, every origin by default. */
export type PlantStoreUse = PlantStoreOptions & { baseUrl?: string }

/** What each test gets. */
export interface PlantStoreFixtures {
  /** Options of the store, for `test.use({ plantStore: { … } })` and for `use` in the configuration of Playwright. */
  plantStore: PlantStoreUse
  /** The test's own store, which answers its pages. */
  store: PlantStore
}

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
 * Playwright's `test`, with a separate plant store for each test, which answers the requests of all pages of the test. There is
 * no worker script, and nothing reaches the network. Combine it with your own fixtures with `mergeTests`.
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
    async ({ context, plantStore: { baseUrl, ...options } }, use) => {
      const store = createPlantStore(options)
      const pattern = toUrlPattern(createTarget(baseUrl, store.path))
      await context.route(
        ({ origin, pathname }) => pattern.test(origin + pathname),
        (route) => answerRoute(store, route),
      )
      await use(store)
      // Requests that are still held get their answers.
      store.faults.clear()
    },
    { auto: true },
  ],
})

/** Playwright's `expect`, with the matchers of the kit. */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers)
