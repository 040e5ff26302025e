// Descriptions that mocks are tested with: two of our own, that of the plant store, and two of strangers.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Contract } from '../../src/contract/contract.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { bookings } from './bookings.ts'

const readExample = (path: string): Contract =>
  toContract(
    JSON.parse(
      readFileSync(new URL(`../../node_modules/@readme/oas-examples/${path}`, import.meta.url), 'utf8'),
    ),
  )

const readYaml = (path: string): Contract =>
  toContract(parse(readFileSync(new URL(path, import.meta.url), 'utf8')))

export const contracts = {
  bookings: toContract(bookings),
  plants: readYaml('../../openapi.yaml'),
  petstore: readExample('3.0/json/petstore.json'),
  'train travel': readExample('3.1/json/train-travel.json'),
}

/** A description that says in prose what a service does. */
export const invoices = readYaml('invoices.yaml')

export const room = { name: 'Blue', kind: 'single' }
export const addRoom = { to: 'POST /v1/rooms', body: room }
export const pet = { id: 7, name: 'Rex', photoUrls: [] }
export const uuid = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
export const mergePatch = { 'content-type': 'application/merge-patch+json' }
