import type { Overrides } from '../create-backend.ts'

/** A backend that differs from the others but is correct. */
export interface RightBackend {
  title: string
  backend: Overrides
}
