import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  bodyRefused,
  credentialsRefused,
  type Interaction,
  plantCreated,
} from '../../src/pact/consumer/interactions.ts'
import { toCanonicalJson } from '../../src/pact/file/canonical-json.ts'
import { readPact } from '../../src/pact/file/pact-file.ts'
import { type PlantStorePact, plantStorePact, type ReadyInteraction } from '../../src/pact/pact.ts'
import { toWrittenInteraction } from '../../src/pact/recording/to-written-interaction.ts'
import { type SentRequest, send } from './send.ts'
import { makeFolder } from './temporary-folder.ts'

const plant = { token: 'x', body: '{"id":1,"name":"Monstera"}' }
const pinned = { status: 403, body: { error: 1, message: { 'pact:matcher:type': 'type', value: 'no' } } }

test.each<[Interaction, begin: (pact: PlantStorePact) => ReadyInteraction, request: SentRequest]>([
  [plantCreated(), (pact) => pact.plantCreated(), plant],
  [
    plantCreated({ id: 9223372036854775807n }, { hasTag: true }),
    (pact) => pact.plantWithTagCreated({ id: 9223372036854775807n }),
    { token: 'x', body: '{"id":9223372036854775807,"name":"Monstera","tag":"x"}' },
  ],
  [bodyRefused(), (pact) => pact.bodyRefused(), { token: 'x', body: '' }],
  [bodyRefused({ id: 1 }), (pact) => pact.bodyRefused({ id: 1 }), { token: 'x', body: '{"id":1}' }],
  [
    bodyRefused({ id: 9223372036854775808n, name: [], tag: {} }),
    (pact) => pact.bodyRefused({ id: 9223372036854775808n, name: [], tag: {} }),
    { token: 'x', body: '{"id":9223372036854775808,"name":[],"tag":{}}' },
  ],
  [bodyRefused(null), (pact) => pact.bodyRefused(null), { token: 'x', body: 'null' }],
  [bodyRefused('text'), (pact) => pact.bodyRefused('text'), { token: 'x', body: '"text"' }],
  [credentialsRefused('missing'), (pact) => pact.credentialsRefused('missing'), { body: plant.body }],
  [credentialsRefused('invalid', pinned), (pact) => pact.credentialsRefused('invalid', pinned), plant],
])('$description: is written like by Pact, in V4 and in V3', async (interaction, begin, request) => {
  for (const spec of ['V4', 'V3'] as const) {
    const dir = makeFolder()
    await begin(plantStorePact({ consumer: 'shop', dir, spec })).executeTest(({ url }) => send(url, request))
    const { interactions } = readPact(join(dir, 'shop-plant-store.json'))
    expect(toCanonicalJson([toWrittenInteraction(interaction, spec)])).toBe(toCanonicalJson(interactions))
  }
})
