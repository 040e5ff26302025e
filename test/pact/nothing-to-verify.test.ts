import { describe, expect, test } from 'vitest'
import {
  BrokerError,
  PactFileError,
  PactOptionsError,
  type VerifyProviderOptions,
  verifyProvider,
} from '../../src/pact/pact.ts'
import { writeFile, writeInteraction, writePact, writePactFile } from './written-pact.ts'

describe('it is an error if there is nothing to verify', () => {
  const other = { ...writePact([writeInteraction()]), provider: { name: 'weather' } }

  test.each<
    [
      title: string,
      pacts: () => string | string[],
      more: Partial<VerifyProviderOptions>,
      error: unknown,
      message: RegExp,
    ]
  >([
    [
      'a provider without a pact',
      () => writePactFile({}),
      { provider: 'plant-shop' },
      PactOptionsError,
      /^no pact is for the provider "plant-shop"; the pacts are for "plant-store"$/,
    ],
    [
      'pacts for several providers, without the option provider',
      () => [writePactFile({}), writeFile(other)],
      {},
      PactOptionsError,
      /^the pacts are for "plant-store", "weather": pass the name of your provider as provider$/,
    ],
    [
      'a consumer without a pact',
      () => writePactFile({}),
      { consumer: ['shop', 'bot'] },
      PactOptionsError,
      /^no pact is from the consumer "bot"; the pacts are from "shop"$/,
    ],
    [
      'a description that no interaction has',
      () => writePactFile({}),
      { description: 'is deleted' },
      PactOptionsError,
      /^no interaction has "is deleted" in its description$/,
    ],
    [
      'a file that does not exist',
      () => '/nowhere/pact.json',
      {},
      PactFileError,
      /^\/nowhere\/pact\.json can't be read: there is no such file$/,
    ],
    [
      'a pattern without a match',
      () => '/nowhere/*.json',
      {},
      PactFileError,
      /^no file matches \/nowhere\/\*\.json$/,
    ],
    ['an empty list of pacts', () => [], {}, PactFileError, /^there are no pacts$/],
    ['a folder', () => '/', {}, PactFileError, /^\/ can't be read: it is a folder$/],
    [
      'a file that is not JSON',
      () => writeFile('{'),
      {},
      PactFileError,
      /isn't a pact: expected a string at line 1/,
    ],
    [
      "a file that isn't a pact",
      () => writeFile({ openapi: '3.1.0' }),
      {},
      PactFileError,
      /isn't a pact: it has no consumer with a name$/,
    ],
    [
      'a pact without a list of interactions',
      () => writeFile({ ...writePact([]), interactions: {} }),
      {},
      PactFileError,
      /isn't a pact: its interactions aren't a list$/,
    ],
    ['an empty pact', () => writeFile(writePact([])), {}, PactFileError, /pact\.json has no interactions$/],
    ['a URL that cannot be reached', () => 'http://127.0.0.1:1/pact', {}, BrokerError, /is not reachable/],
    [
      'both handlers and an address for states',
      () => writePactFile({}),
      { states: {}, stateChangeUrl: 'http://127.0.0.1:1' },
      PactOptionsError,
      /^pass states or stateChangeUrl, not both$/,
    ],
    [
      'a token that cannot be sent',
      () => writePactFile({}),
      { token: 'a b' },
      PactOptionsError,
      /^token may contain only/,
    ],
  ])('%s', async (_title, pacts, more, error, message) => {
    const options = { token: 'a-token', ...more, pacts: pacts() }
    const running = verifyProvider('http://127.0.0.1:1', options)
    await expect(running).rejects.toThrow(error as typeof Error)
    await expect(running).rejects.toThrow(message)
  })
})
