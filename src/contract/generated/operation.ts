// Made from openapi.yaml by `npm run generate`: do not edit.
import { toExactInteger } from '../../json/exact-integer.ts'
import type { components } from './types.ts'

type Schemas = components['schemas']
type NewPlant = Schemas['NewPlant']
type Plant = Schemas['Plant']

/** The one operation of the interface. */
export const operation: Record<'method' | 'path' | 'contentType', string> = {"method":"POST","path":"/plants","contentType":"application/json"}

/** The status of the answer to a plant that was created. */
export const createdStatus: number = 200

/** The statuses of refusals that the description lists, the first one for every reason. */
export const refusedStatuses: readonly number[] = [400]

/** The schemas of the bodies of answers, by status. */
export const answerSchemas: Readonly<Record<string, keyof Schemas>> = {"200":"Plant","400":"Error"}

/** The members that a NewPlant can have. */
export const newPlantMembers: readonly (keyof NewPlant)[] = ["id","name","tag"]

/** The members whose numbers are read exactly; `JSON.parse` finds the nearest value of one that may have a fraction. */
export { newPlantMembers as exactMembers }

/** The members that a NewPlant must have. */
export const requiredMembers: readonly (keyof NewPlant)[] = ["id","name"]

/** What can be wrong with a plant: its kind, a member, or a keyword of limits. */
export const plantMistakes = ["not-an-object","missing-id","missing-name","invalid-id","fractional-id","id-out-of-range","invalid-name","invalid-tag","unknown-member","id-minimum","id-maximum","id-enum","name-minLength","name-maxLength","name-pattern","name-enum","tag-minLength","tag-maxLength","tag-pattern","tag-enum"] as const

/** Keeps the members of NewPlant and no others, integers in the form in which equal ones are the same value. */
export function pickNewPlant(from: NewPlant): NewPlant {
  const picked: NewPlant = { "id": toExactInteger(from["id"]), "name": from["name"] }
  if (from["tag"] !== undefined) picked["tag"] = from["tag"]
  return picked
}

/** Keeps the members of Plant and no others, integers in the form in which equal ones are the same value. */
export function pickPlant(from: Plant): Plant {
  const picked: Plant = { "name": from["name"] }
  if (from["tag"] !== undefined) picked["tag"] = from["tag"]
  return picked
}
