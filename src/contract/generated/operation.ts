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

/** The schemas of the bodies of answers, by status. */
export const answerSchemas: Readonly<Record<string, keyof Schemas>> = {"200":"Plant","400":"Error"}

/** What each member of a NewPlant is. */
export const memberKinds = {"id":"int64","name":"string","tag":"string"} as const satisfies Record<keyof NewPlant, string>

/** The members that a NewPlant can have. */
export const newPlantMembers: readonly (keyof NewPlant)[] = ["id","name","tag"]

/** The members that a NewPlant must have. */
export const requiredMembers: readonly (keyof NewPlant)[] = ["id","name"]

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
