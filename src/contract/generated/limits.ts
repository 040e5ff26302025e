// Made from openapi.yaml by `npm run generate`: do not edit.
import { object, type Schema } from '../../options/schema.ts'
import { idLimits, textLimits, type IdLimits, type TextLimits } from '../limit-keywords.ts'

/** The NewPlants that a service accepts, if they are fewer than the specification shows (section 2: "not shown"). */
export interface Limits {
  "id"?: IdLimits
  "name"?: TextLimits
  "tag"?: TextLimits
}

/** The members that limits can be declared for. */
export const limitedMembers: readonly (keyof Limits)[] = ["id", "name", "tag"]

/** The values of {@link Limits}. */
export const limitsSchema: Schema = /* @__PURE__ */ object({ "id": idLimits, "name": textLimits, "tag": textLimits })
