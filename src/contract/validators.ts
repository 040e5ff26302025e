import type { Validate } from '../options/problems.ts'
import { createValidate } from '../options/schema.ts'
import { errorSchema, plantSchema } from './generated/answer-schemas.ts'
import { newPlantSchema } from './generated/schemas.ts'

/** Checks a NewPlant (docs/specification.md, section 2). */
export const validateNewPlant: Validate = /* @__PURE__ */ createValidate(newPlantSchema)

/** Checks a Plant (docs/specification.md, section 2). */
export const validatePlant: Validate = /* @__PURE__ */ createValidate(plantSchema)

/** Checks an Error (docs/specification.md, section 2). */
export const validateError: Validate = /* @__PURE__ */ createValidate(errorSchema)
