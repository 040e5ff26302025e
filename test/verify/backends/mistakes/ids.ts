import { correct, type Id, Refusal } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that refuses some valid ids. */
function refuseIds(isRefused: (id: Id) => boolean): Mistake['backend'] {
  return {
    readId(members) {
      const id = correct.readId(members)
      if (isRefused(id)) throw new Refusal('body', 'id is out of range')
      return id
    },
  }
}

/** Backends that refuse valid ids. */
export const idMistakes: readonly Mistake[] = [
  { title: 'the id 0 is read as a missing id', backend: refuseIds((id) => !id) },
  { title: 'negative ids are refused', backend: refuseIds((id) => id < 0) },
  { title: 'the id -1 is read as a missing id', backend: refuseIds((id) => id === -1) },
  { title: 'ids are int32', backend: refuseIds((id) => id > 2147483647) },
  { title: 'ids are uint32', backend: refuseIds((id) => id > 4294967295) },
  {
    title: 'the largest int32 is excluded',
    backend: refuseIds((id) => id === 2147483647),
  },
  {
    title: 'ids above int32 break the database',
    backend: {
      save(plant, ...rest) {
        if (plant.id > 2147483647) throw new Error('integer out of range')
        return correct.save(plant, ...rest)
      },
    },
  },
  {
    title: 'ids must be safe integers',
    backend: refuseIds((id) => id > Number.MAX_SAFE_INTEGER),
  },
  {
    title: 'ids beyond 2^53 must not change as a number',
    backend: refuseIds((id) => id > 0 && BigInt(Number(id)) !== BigInt(id)),
  },
  { title: 'ids have at most 62 bits', backend: refuseIds((id) => id > 2n ** 62n) },
  {
    title: 'the largest int64 is compared as a number',
    backend: refuseIds((id) => Number(id) >= 2 ** 63),
  },
  {
    title: 'the largest int64 is excluded',
    backend: refuseIds((id) => id === 2n ** 63n - 1n),
  },
  {
    title: 'the smallest int64 is excluded',
    backend: refuseIds((id) => id === -(2n ** 63n)),
  },
  {
    title: 'ids are int32 below zero',
    backend: refuseIds((id) => id < -2147483648),
  },
  {
    title: 'ids must be safe integers below zero',
    backend: refuseIds((id) => id < Number.MIN_SAFE_INTEGER),
  },
  {
    title: 'ids are stored without their highest bit',
    backend: { toKey: (id) => String(BigInt.asUintN(63, BigInt(id))) },
  },
  {
    title: 'ids are stored as numbers',
    backend: { toKey: (id) => String(Number(id)) },
  },
  {
    title: 'ids below -2^53 are stored as numbers',
    backend: { toKey: (id) => String(id < 0 ? Number(id) : id) },
  },
  {
    title: 'large ids are clamped to the largest int32',
    backend: { toKey: (id) => (id > 2147483647 ? '2147483647' : String(id)) },
  },
  {
    title: 'the exponent of an id is dropped',
    backend: { parse: (text) => correct.parse(text.replace(/("id":-?\d+)e\d(?!\d)/i, '$1')) },
  },
  {
    title: 'the point of an id is dropped',
    backend: { parse: (text) => correct.parse(text.replace(/("id":-?\d+)\.(0+)(?=[,}])/, '$1$2')) },
  },
]
