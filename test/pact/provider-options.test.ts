import { expect, test } from 'vitest'
import { verifyProvider } from '../../src/pact/pact.ts'

const url = 'http://127.0.0.1:1'
const right = { token: 'local-token', pacts: 'pact.json' }
const ofBroker = (broker: object, more: object = {}): object => ({
  ...right,
  provider: 'plant-store',
  broker: { url, ...broker },
  ...more,
})
const secretUrl = 'http://me:secret@127.0.0.1:1/x.json'
const noUrl = 'must be an http or https URL$'
const noPassword = 'must have no user and password in it$'
const noFile = '^pacts must be the path of a file, a pattern or a URL, or a list'
const noHandler = '^the handler of the state "open" must be a function, or an object with setup or teardown'

test.each<[message: string, options: unknown]>([
  ['^there are no options$', undefined],
  ['^there is no token$', { ...right, token: undefined }],
  ['^token may contain only', { ...right, token: 'a b' }],
  ['^there is no option pact; the options are token, invalidToken, pacts, ', { ...right, pact: 'x.json' }],
  ['^invalidToken must not be the token', { ...right, invalidToken: 'local-token' }],
  ['^requestLimit must be', { ...right, requestLimit: 0 }],
  ['^limit must be', { ...right, limit: -1 }],
  [noFile, { ...right, pacts: { consumer: {} } }],
  [noFile, { ...right, pacts: ['x.json', {}] }],
  [noFile, { ...right, pacts: '' }],
  [`^pacts ${noPassword}`, { ...right, pacts: ['x.json', secretUrl] }],
  [`^pacts ${noUrl}`, { ...right, pacts: secretUrl.replace('http', 'ftp') }],
  ['^there are no pacts: pass pacts or broker$', { token: 'local-token' }],
  [`^stateChangeUrl ${noUrl}`, { ...right, stateChangeUrl: secretUrl.replace(':1/', ':99999/') }],
  ['^pass states or stateChangeUrl, not both$', { ...right, states: {}, stateChangeUrl: url }],
  ['^states must be an object with handlers by name, got 5$', { ...right, states: 5 }],
  ...[undefined, null, 5, 'x', {}, { setup: 7 }, { setup: () => {}, teardown: 7 }].map(
    (handler): [string, object] => [noHandler, { ...right, states: { open: handler } }],
  ),
  [
    '^the handler of the state "open": there is no option setupp; the options are setup, teardown$',
    { ...right, states: { open: { setupp: () => undefined } } },
  ],
  ['^a broker has pacts for many providers: pass provider$', { ...ofBroker({}), provider: undefined }],
  [`^broker.url ${noPassword}`, ofBroker({ url: secretUrl })],
  ['^broker.token may contain only ASCII', ofBroker({ token: 'two\nlines' })],
  ['^broker: there is no option tokn; the options are url, ', ofBroker({ tokn: 'x' })],
  [
    '^broker.selectors: there is no option mainBranhc; the options are consumer, mainBranch, branch, fallbackBranch, ' +
      'matchingBranch, deployedOrReleased, deployed, released, environment, tag, fallbackTag, latest$',
    ofBroker({ selectors: [{ mainBranhc: true }] }),
  ],
  ['^broker.publish: there is no option versoin; the options are', ofBroker({ publish: { versoin: '1' } })],
  [`^broker.publish.buildUrl ${noPassword}`, ofBroker({ publish: { version: '1', buildUrl: secretUrl } })],
  ['^broker.includeWipSince needs enablePending', ofBroker({ includeWipSince: '2026-01-31' })],
  [
    "^results of only some interactions can't be published",
    ofBroker({ publish: { version: '1' } }, { description: 'plant' }),
  ],
])('%s: %j', async (message, options) => {
  const error = { name: 'PactOptionsError', message: expect.stringMatching(message) }
  await expect(verifyProvider(url, options as typeof right)).rejects.toThrow(expect.objectContaining(error))
})
