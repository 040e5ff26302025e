import { test } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'
import { expectRefused } from '../tools/refused.ts'

const url = 'http://127.0.0.1:1'
const right = { token: 'local-token', pacts: 'pact.json' }
const ofBroker = (broker: object, more: object = {}): object => ({
  ...right,
  provider: 'plant-store',
  broker: { url, ...broker },
  ...more,
})
const secretUrl = 'http://me:secret@127.0.0.1:1/x.json'

test('options that are not valid are refused, with the messages of the recording', () => {
  const refused = [
    undefined,
    { ...right, token: undefined },
    { ...right, token: 'a b' },
    { ...right, pact: 'x.json' },
    { ...right, invalidToken: 'local-token' },
    { ...right, requestLimit: 0 },
    { ...right, limit: -1 },
    ...[{ consumer: {} }, ['x.json', {}], '', ['x.json', secretUrl], secretUrl.replace('http', 'ftp')].map(
      (pacts) => ({ ...right, pacts }),
    ),
    { token: 'local-token' },
    { ...right, stateChangeUrl: secretUrl.replace(':1/', ':99999/') },
    { ...right, states: {}, stateChangeUrl: url },
    { ...right, states: 5 },
    ...[undefined, null, 5, 'x', {}, { setup: 7 }, { setup: () => {}, teardown: 7 }].map((open) => ({
      ...right,
      states: { open },
    })),
    { ...right, states: { open: { setupp: () => undefined } } },
    { ...ofBroker({}), provider: undefined },
    ofBroker({ url: secretUrl }),
    ofBroker({ token: 'two\nlines' }),
    ofBroker({ tokn: 'x' }),
    ofBroker({ selectors: [{ mainBranhc: true }] }),
    ofBroker({ publish: { versoin: '1' } }),
    ofBroker({ publish: { version: '1', buildUrl: secretUrl } }),
    ...['soon', '2026-13-31', '2026-01-31'].map((includeWipSince) => ofBroker({ includeWipSince })),
    ofBroker({ publish: { version: '1' } }, { description: 'plant' }),
  ]
  return expectRefused('refused-options', refused, (options) => verifyProvider(url, options as typeof right))
})
