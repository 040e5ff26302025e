import { test } from 'vitest'
import { adapters, plainData } from './adapters.ts'
import { expectNoFindings } from './send-probes.ts'

// Only where records are stored is different with SQLite.
test.for([plainData, ...adapters])('the judge finds nothing in what $name responds to any probe', (adapter) =>
  expectNoFindings(adapter, adapter.name.includes('SQLite') ? 5 : 1),
)
