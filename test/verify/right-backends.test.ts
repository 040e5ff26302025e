import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { validateNewPlant } from '../../src/contract/generated/validators.ts'
import type { NewPlant } from '../../src/contract/schemas.ts'
import { findBroken } from './find-broken.ts'
import type { SmallBackend } from './small-backend.ts'

const isValidAnd = (accepts: (plant: NewPlant) => boolean): SmallBackend => ({
  isValid: (value) => validateNewPlant(value) && accepts(value as NewPlant),
})

describe('right backends are not blamed', () => {
  test.each<[title: string, backend: SmallBackend]>([
    ['a small backend', {}],
    ['every refusal is 400', { refuse: () => ({ status: 400, body: { error: 0, message: '' } }) }],
    [
      'every refusal is 400 and says why',
      { refuse: (message) => ({ status: 400, body: { error: -1, message } }) },
    ],
    [
      'every refusal is 422 with text',
      {
        refuse: (reason) =>
          reason === 'credentials' ? { status: 403, body: 'no' } : { status: 422, body: 'no' },
      },
    ],
    ['a stored id is replaced', { toKey: () => Symbol('new') }],
    [
      'extra members and an id come back',
      { create: ({ id, name, tag }) => ({ status: 200, body: { id: Number(id), name, tag, createdAt: 1 } }) },
    ],
    [
      'pretty-printed with a charset',
      {
        create: ({ name, tag }) => ({
          status: 200,
          headers: { 'content-type': 'Application/json; charset=utf-8' },
          body: JSON.stringify({ tag, name }, null, 4),
        }),
      },
    ],
    [
      'every answer is compressed',
      {
        create: ({ name, tag }) => ({
          status: 200,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipSync(JSON.stringify({ name, tag })),
        }),
      },
    ],
    [
      'every connection is closed',
      { first: (_request, response) => void response.setHeader('connection', 'close') },
    ],
    [
      'long and blank texts are refused',
      isValidAnd(
        ({ name, tag = 'x' }) =>
          name.trim() !== '' && tag.trim() !== '' && name.length < 65 && tag.length < 65,
      ),
    ],
    [
      'extra members are refused',
      {
        isValid: (value) =>
          validateNewPlant(value) &&
          Object.keys(value as object).every((key) => ['id', 'name', 'tag'].includes(key)),
      },
    ],
  ])('%s', async (_title, backend) => {
    expect((await findBroken(backend)).must).toEqual([])
  })
})
