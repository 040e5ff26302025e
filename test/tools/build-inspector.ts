import { buildInspector } from '../../src/package/build.ts'

/** Builds the page before the tests, so that they don't see that of older sources. */
export const setup = buildInspector
