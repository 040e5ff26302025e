import type { PlantRequest } from '../store/exchange.ts'
import type { ServerStore } from './combine-stores.ts'
import type { Query } from './read-parameters.ts'

/** What the control API needs to answer requests. */
export interface ControlContext {
  /** Gives the store for a request. */
  storeFor(request: PlantRequest): ServerStore
  /** Whether every token has a store of its own. */
  isIsolating?: boolean
  /** The address of the real service that gets other requests. */
  upstream?: string | undefined
  /** The address of the service, such as `http://localhost:4010`, if it isn't the one of the control API. */
  origin?: string
}

/** What a route needs from a request. */
interface Call extends ControlContext {
  origin: string
  store: ServerStore
  query: Query
  /** The last segment of the path, if the route ends with a parameter. */
  parameter: string
  /** The body as JSON. */
  body: unknown
}

/** What one method of one path does. Its result is the JSON of the answer, or an empty object. */
export interface Route {
  /** The query parameters that it accepts. */
  query?: readonly string[]
  /** Whether it has a body as JSON; otherwise, a body is ignored. */
  body?: true
  run(call: Call): unknown
}
