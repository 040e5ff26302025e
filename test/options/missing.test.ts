import { expect, test } from 'vitest'
import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { diff } from '../../src/diff/diff.ts'
import { createMock } from '../../src/index.ts'
import { OptionsError } from '../../src/options/options-error.ts'
import { checkPact, interaction, recordPact, verifyProvider } from '../../src/pact/pact.ts'
import { startValidationProxy } from '../../src/prism/start-validation-proxy.ts'
import { startVerification, verify } from '../../src/verify/verify.ts'

const url = 'http://127.0.0.1:1'

/** Calls with what a project without types may pass by mistake. */
const calls: Record<string, (nothing: never) => unknown> = {
  createMock: (nothing: never) => createMock(nothing),
  createHandlers: (nothing: never) => createHandlers(nothing),
  startServer: (nothing: never) => startServer(nothing),
  startValidationProxy: (nothing: never) => startValidationProxy(url, nothing),
  verify: (nothing: never) => verify(url, nothing),
  startVerification: (nothing: never) => startVerification(url, nothing),
  verifyProvider: (nothing: never) => verifyProvider(url, nothing),
  interaction: (nothing: never) => interaction('createPlant', nothing),
  diff: (nothing: never) => diff(url, nothing),
  'recordPact without a mock': (nothing: never) => recordPact(nothing, { consumer: 'shop' }),
  'recordPact without options': (nothing: never) => recordPact(createMock(), nothing),
  checkPact: (nothing: never) => checkPact([], nothing),
}

test.each(Object.entries(calls))('%s with null says what is missing', async (_name, call) => {
  const called = (async () => await call(null as never))()
  await expect(called).rejects.toThrow(OptionsError)
  await expect(called).rejects.toThrow(/^the (?:options|mock) must be /)
})
