import { describeContentType } from '../contract/content-type.ts'
import { answerSchemas } from '../contract/generated/operation.ts'
import type { components } from '../contract/generated/types.ts'
import { validateError, validateNewPlant, validatePlant } from '../contract/validators.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { describeProblems, describeValue, type Validate } from '../options/problems.ts'

/** A response of a service: its body as a string, as the value that a client parsed, or the reason why it could not be read. */
export interface ReceivedResponse {
  status: number
  contentType: string | undefined
  body: { text: string } | { value: unknown } | { failure: string }
}

type SchemaName = keyof components['schemas']

const validators: Record<SchemaName, Validate> = {
  NewPlant: validateNewPlant,
  Plant: validatePlant,
  Error: validateError,
}

function describeBody(schema: SchemaName, body: ReceivedResponse['body']): string[] {
  if ('failure' in body) return [`the body could not be read: ${body.failure}`]
  let value: unknown
  try {
    value = 'text' in body ? parseExactJson(body.text) : body.value
  } catch (error) {
    return [`the body is not JSON: ${(error as Error).message}`]
  }
  const validate = validators[schema]
  return validate(value) ? [] : [describeProblems(validate.errors, { whole: 'the body' })]
}

/**
 * Lists what is wrong with a response: its status, its content type, its body (docs/specification.md, section 4, Responses).
 * The list is empty if the operation can give this response.
 */
export function describeResponseProblems({ status, contentType, body }: ReceivedResponse): string[] {
  const schema = answerSchemas[status]
  if (schema === undefined) {
    return [`the status must be ${Object.keys(answerSchemas).join(' or ')}, got ${describeValue(status)}`]
  }
  const problem = describeContentType(contentType)
  return [...(problem === undefined ? [] : [problem]), ...describeBody(schema, body)]
}
