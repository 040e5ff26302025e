import { plantStore } from '../../src/index.ts'

/** Says whether a value is what a schema of the plant store says. */
export const matchesSchema = (value: unknown, name: 'NewPlant' | 'Plant' | 'Error'): boolean =>
  plantStore().schemas.get(name)?.check(value).length === 0
