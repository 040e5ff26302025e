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
const noUrl = 'must be an http or https URL without a user and password$'
const noFile = '^pacts(\\[1\\])? must be the path of a file, a pattern, or a URL'
const noHandler = '^states.open(.setup|.teardown)? (must be a function|is missing)'

test.each<[message: string, options: unknown]>([
  ['^the options must be an object, got nothing$', undefined],
  ['^token is missing$', { ...right, token: undefined }],
  ['^token must be ASCII', { ...right, token: 'a b' }],
  [
    '^there is no option pact; the options are token, invalidToken, requestLimit, ',
    { ...right, pact: 'x.json' },
  ],
  ['^invalidToken must not be the token', { ...right, invalidToken: 'local-token' }],
  ['^requestLimit must be', { ...right, requestLimit: 0 }],
  ['^limit must be', { ...right, limit: -1 }],
  [noFile, { ...right, pacts: { consumer: {} } }],
  [noFile, { ...right, pacts: ['x.json', {}] }],
  [noFile, { ...right, pacts: '' }],
  [`^pacts\\[1\\] ${noUrl}`, { ...right, pacts: ['x.json', secretUrl] }],
  [`^pacts ${noUrl}`, { ...right, pacts: secretUrl.replace('http', 'ftp') }],
  ['^pacts is missing, and so is broker$', { token: 'local-token' }],
  [`^stateChangeUrl ${noUrl}`, { ...right, stateChangeUrl: secretUrl.replace(':1/', ':99999/') }],
  ["^stateChangeUrl can't be combined with states$", { ...right, states: {}, stateChangeUrl: url }],
  ['^states must be an object with handlers by name, got 5$', { ...right, states: 5 }],
  ...[undefined, null, 5, 'x', {}, { setup: 7 }, { setup: () => {}, teardown: 7 }].map(
    (handler): [string, object] => [noHandler, { ...right, states: { open: handler } }],
  ),
  [
    '^there is no option states.open.setupp; the options are setup, teardown$',
    { ...right, states: { open: { setupp: () => undefined } } },
  ],
  [
    '^provider is missing, and a broker has pacts for many providers$',
    { ...ofBroker({}), provider: undefined },
  ],
  [`^broker.url ${noUrl}`, ofBroker({ url: secretUrl })],
  ['^broker.token must be ASCII', ofBroker({ token: 'two\nlines' })],
  ['^there is no option broker.tokn; the options are url, ', ofBroker({ tokn: 'x' })],
  [
    '^there is no option broker.selectors\\[0\\].mainBranhc; the options are consumer, branch, fallbackBranch, environment, ' +
      'tag, fallbackTag, mainBranch, matchingBranch, deployedOrReleased, deployed, released, latest$',
    ofBroker({ selectors: [{ mainBranhc: true }] }),
  ],
  [
    '^broker.publish.version is missing; there is no option broker.publish.versoin; ',
    ofBroker({ publish: { versoin: '1' } }),
  ],
  [`^broker.publish.buildUrl ${noUrl}`, ofBroker({ publish: { version: '1', buildUrl: secretUrl } })],
  [
    '^broker.includeWipSince must be a date like 2026-01-31, got "soon"',
    ofBroker({ includeWipSince: 'soon' }),
  ],
  ['^broker.includeWipSince must be a date', ofBroker({ includeWipSince: '2026-13-31' })],
  ['^enablePending is missing, and ', ofBroker({ includeWipSince: '2026-01-31' })],
  [
    "^description can't be set, because results of only some interactions can't be published$",
    ofBroker({ publish: { version: '1' } }, { description: 'plant' }),
  ],
])('%s: %j', async (message, options) => {
  const error = { name: 'OptionsError', message: expect.stringMatching(message) }
  await expect(verifyProvider(url, options as typeof right)).rejects.toThrow(expect.objectContaining(error))
})
