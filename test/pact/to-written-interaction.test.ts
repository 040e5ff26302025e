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
import { sendPlant } from '../tools/send.ts'
import { makeFolder } from './written-pact.ts'

const plant = '{"id":1,"name":"Monstera"}'
const large = '{"id":9223372036854775807,"name":"Monstera","tag":"x"}'
const pinned = { status: 403, body: { error: 1, message: { 'pact:matcher:type': 'type', value: 'no' } } }
const wrong = { id: 9223372036854775808n, name: [], tag: {} }

test.each<[Interaction, begin: (pact: PlantStorePact) => ReadyInteraction, plant: string]>([
  [plantCreated(), (pact) => pact.plantCreated(), plant],
  [
    plantCreated({ id: 9223372036854775807n }, { hasTag: true }),
    (pact) => pact.plantWithTagCreated({ id: 9223372036854775807n }),
    large,
  ],
  [bodyRefused(), (pact) => pact.bodyRefused(), ''],
  [bodyRefused({ id: 1 }), (pact) => pact.bodyRefused({ id: 1 }), '{"id":1}'],
  [bodyRefused(wrong), (pact) => pact.bodyRefused(wrong), '{"id":9223372036854775808,"name":[],"tag":{}}'],
  [bodyRefused(null), (pact) => pact.bodyRefused(null), 'null'],
  [bodyRefused('text'), (pact) => pact.bodyRefused('text'), '"text"'],
  [credentialsRefused('missing'), (pact) => pact.credentialsRefused('missing'), plant],
  [credentialsRefused('invalid', pinned), (pact) => pact.credentialsRefused('invalid', pinned), plant],
])('$description: is written like by Pact, in V4 and in V3', async (interaction, begin, sent) => {
  for (const spec of ['V4', 'V3'] as const) {
    const dir = makeFolder()
    await begin(plantStorePact({ consumer: 'shop', dir, spec })).executeTest(async ({ url }) => {
      await sendPlant(url, sent, { token: interaction.token === undefined ? '' : 'x' })
    })
    const { interactions } = readPact(join(dir, 'shop-plant-store.json'))
    expect(toCanonicalJson([toWrittenInteraction(interaction, spec)])).toBe(toCanonicalJson(interactions))
  }
})
