import { buildControlApi, buildPage } from '../../src/package/build.ts'

/** Builds the files that a fake sends before the tests, so that they don't see those of older sources. */
export async function setup(): Promise<void> {
  buildControlApi()
  await buildPage()
}
