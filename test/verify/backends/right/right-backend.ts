import type { Overrides } from '../create-backend.ts'

/** A backend that is right in a legal way of its own. */
export interface RightBackend {
  title: string
  backend: Overrides
}
