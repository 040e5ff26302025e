import type { AnyServedMock } from '../../mock/create-mock.ts'
import type { MockRequest } from '../../mock/exchange.ts'
import type { Query } from './read-parameters.ts'

/** What the control API needs to respond to requests. */
export interface ControlContext {
  /** Gives the mock for a request. */
  mockFor(request: MockRequest): AnyServedMock
  /** Whether every credential has a mock of its own. */
  isIsolating?: boolean
  /** The address of the real service that gets other requests. */
  upstream?: string | undefined
  /** The address of the service, such as `http://localhost:4010`, if it isn't the one of the control API. */
  origin?: string
}

/** What a route needs from a request. */
interface Call extends ControlContext {
  origin: string
  mock: AnyServedMock
  query: Query
  /** The last segment of the path, if the route ends with a parameter. */
  parameter: string
  /** The body as JSON. */
  body: unknown
}

/** What one method of one path does. Its result is the JSON of the response, or an empty object. */
export interface Route {
  /** The query parameters that it accepts. */
  query?: readonly string[]
  /** Whether it has a body as JSON; otherwise, a body is ignored. */
  body?: true
  run(call: Call): unknown
}
