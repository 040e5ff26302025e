// Made from openapi.yaml by `npm run generate`: do not edit.
import { object, type Schema, string } from '../../options/schema.ts'
import { anyInteger, idLimits, textLimits, type IdLimits, type TextLimits } from '../limit-keywords.ts'
import type { components } from './types.ts'

type NewPlant = components['schemas']['NewPlant']

/** The NewPlants that a service accepts, if they are fewer than the specification shows (section 2: "not shown"). */
export interface Limits {
  "id"?: IdLimits
  "name"?: TextLimits
  "tag"?: TextLimits
}

/** The members that limits can be declared for. */
export const limitedMembers: readonly (keyof Limits)[] = ["id", "name", "tag"]

/** What a pattern of requests can have for each member. */
export const memberPatterns: Record<keyof NewPlant, Schema> = { "id": anyInteger, "name": string, "tag": string }

/** The values of {@link Limits}. */
export const limitsSchema: Schema = /* @__PURE__ */ object({ "id": idLimits, "name": textLimits, "tag": textLimits })
