import { expect, test } from 'vitest'
import { checkTokens, readBase, serviceOptions } from '../../src/http/service-options.ts'
import { checkOptions, type OptionTable } from '../../src/options/option-table.ts'
import { expectRefused } from '../tools/refused.ts'

const token = 'local-token'

test('options of who sends requests to a service are refused with the messages of the recording', () =>
  expectRefused(
    'refused-service-options',
    [
      {},
      { token: 'two words' },
      { token, invalidToken: '' },
      { token, invalidToken: token },
      { token, requestLimit: 0 },
      { token, requestLimit: 600_001 },
      { token, limit: 0 },
      { token, limit: 86_400_001 },
    ],
    (options: Record<string, unknown>) => {
      checkOptions(options, serviceOptions satisfies OptionTable)
      checkTokens(options as { token: unknown })
    },
  ))

test.each([{}, { invalidToken: 'other', requestLimit: 600_000, limit: 86_400_000 }])(
  'the options %o beside a token are accepted',
  (options) => expect(() => checkOptions({ token, ...options }, serviceOptions)).not.toThrow(),
)

test('the address of a service is read with its path', () => {
  expect(readBase('http://plants.example/v1').href).toBe('http://plants.example/v1')
})
