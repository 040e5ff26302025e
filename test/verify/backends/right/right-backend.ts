import type { Limits } from '../../../../src/contract/generated/limits.ts'
import type { Overrides } from '../create-backend.ts'

/** A backend that differs from the others but is correct. */
export interface RightBackend {
  title: string
  backend: Overrides
  /** What it accepts, if it refuses plain plants. */
  limits?: Limits
}
