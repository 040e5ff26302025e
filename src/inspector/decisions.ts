import type { FaultKind } from '../store/fault-kinds.ts'

/** The part of the specification, or the row of the table of answers, that an answer comes from. */
export interface Decision {
  /** When the fake gives this answer, as in the table of docs/decisions.md. */
  when: string
  /** The section of the specification. */
  section: string
  /** What that section says. */
  says: string
}

const credentials = ['5. Authentication', 'Response to a missing or invalid token: not shown.'] as const
const limits = ['8. Limits', 'Limits: not shown.'] as const
const body = (says: string) => ['4. Endpoints, Create plant', says] as const

const decide = (when: string, [section, says]: readonly [section: string, says: string]): Decision => ({
  when,
  section,
  says,
})

/** The decisions about refusals, by the name of the failure. */
export const decisions: Readonly<Record<string, Decision>> = {
  'malformed-request': decide('invalid HTTP, or not exactly one valid Host', [
    '1. What the service does',
    'Clients add plants to the store over HTTP with JSON payloads.',
  ]),
  'headers-too-large': decide('headers over 16 KiB', limits),
  'request-timeout': decide("the request doesn't arrive in time", limits),
  'unknown-path': decide('any path other than /plants', ['4. Endpoints', 'Other endpoints: not shown.']),
  'method-not-allowed': decide('a method other than POST', body('Method: POST')),
  'missing-credentials': decide('no credentials, or a scheme other than Bearer', credentials),
  'invalid-token': decide('a token that is empty, malformed, or not valid', credentials),
  'unsupported-media-type': decide(
    'a content type other than application/json',
    body('Content type: application/json'),
  ),
  'unsupported-encoding': decide(
    'a Content-Encoding other than identity',
    body('Content type: application/json'),
  ),
  'body-too-large': decide('more than 1 MiB (--max-body)', limits),
  'missing-body': decide('no body, with or without a content type', body('Body: Required')),
  'malformed-json': decide("the body isn't JSON", body('Content type: application/json')),
  'invalid-plant': decide('the body is JSON but not a NewPlant', [
    '2. Resources and their fields',
    'A NewPlant requires both id (integer, format int64) and name (string). tag (string) is optional.',
  ]),
  'forced-error': decide(
    'Prefer: code=400',
    body('When the request fails with the documented error, the service answers 400 with an Error body.'),
  ),
  'duplicate-id': decide('the id is stored, unless --on-duplicate is replace or keep', [
    '7. Errors',
    'Conditions that produce 400: not shown.',
  ]),
  'internal-error': decide("the store can't keep the plant, as with a full disk", [
    '7. Errors',
    'Status codes other than 200 and 400: not shown.',
  ]),
}

/** The decision about a created plant. */
export const created: Decision = decide(
  'a valid plant with valid credentials',
  body(
    'When a valid NewPlant body is sent with valid credentials, the service answers 200 with a Plant body, which has no id.',
  ),
)

const effects: Readonly<Record<FaultKind, string>> = {
  'dropped-connection': 'the connection closes without an answer',
  'closed-connection': 'the same without a byte, so some clients send again',
  'cut-off-body': 'the answer ends in the middle of its body',
  'not-json-body': "the body of the answer isn't JSON",
}

/** The effects of the faults that break the answer itself. */
export const connectionFaults: Readonly<Record<string, string>> = effects
