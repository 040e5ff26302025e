// The mock of Scalar for a description in a file of JSON.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const document = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { fetch } = await createMockServer({ document, logger: false })
serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
)
