import { memberExamples } from './generated/members.ts'
import type { NewPlant } from './schemas.ts'

/** A plant for examples, with a value of each member. */
export const examplePlant: Readonly<NewPlant> & Required<Pick<NewPlant, 'tag'>> = {
  ...({ id: 1, name: 'Monstera', tag: 'foliage' } as object),
  ...memberExamples,
} as NewPlant & Required<Pick<NewPlant, 'tag'>>
