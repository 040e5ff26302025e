// Made from openapi.yaml by `npm run generate`: do not edit.
import type { components } from './types.ts'

type Schemas = components['schemas']
type NewPlant = Schemas['NewPlant']

/** The one operation of the interface. */
export const operation: Record<'method' | 'path' | 'contentType', string> = {"method":"POST","path":"/plants","contentType":"application/json"}

/** The status of the answer to a plant that was created. */
export const createdStatus: number = 200

/** The schemas of the bodies of answers, by status. */
export const answerSchemas: Readonly<Record<string, keyof Schemas>> = {"200":"Plant","400":"Error"}

/** The members that a NewPlant can have. */
export const newPlantMembers: readonly (keyof NewPlant)[] = ["id","name","tag"]

/** The members whose numbers are read exactly; `JSON.parse` finds the nearest value of one that may have a fraction. */
export { newPlantMembers as exactMembers }

/** The members that a NewPlant must have. */
export const requiredMembers: readonly (keyof NewPlant)[] = ["id","name"]
