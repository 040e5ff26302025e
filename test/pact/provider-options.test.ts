import { test } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'
import { expectRefused } from '../tools/refused.ts'

const url = 'http://127.0.0.1:1'
const right = { token: 'local-token', pacts: 'pact.json' }
const secretUrl = 'http://me:secret@127.0.0.1:1/x.json'

test('options that are not valid are refused, with the messages of the recording', () => {
  const refused = [
    undefined,
    { ...right, token: 'a b' },
    { ...right, pact: 'x.json' },
    { ...right, headers: { Authorization: 'x' } },
    { ...right, requestLimit: 0 },
    { ...right, limit: -1 },
    ...[{ consumer: {} }, ['x.json', {}], []].map((pacts) => ({ ...right, pacts })),
    { token: 'local-token' },
    { ...right, stateChangeUrl: secretUrl.replace(':1/', ':99999/') },
    { ...right, states: {}, stateChangeUrl: url },
    { ...right, states: 5 },
    { ...right, broker: 'http://x' },
    { ...right, broker: { pactBrokerUrl: url } },
  ]
  return expectRefused('refused-options', refused, (options) => verifyProvider(url, options as typeof right))
})
