// Whether a response keeps the description, by ajv alone.
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Exchange, findOperation, resolve } from './run-script.ts'
import type { Document } from './services.ts'

interface Response {
  readonly headers?: Record<string, { required?: boolean }>
  readonly content?: Record<string, { schema?: object }>
}

/** Creates a function that says what is wrong with a response. */
export function createResponseCheck(document: Document): (exchange: Exchange) => string[] {
  const ajv = new (document.openapi.startsWith('3.0') ? Ajv : Ajv2020)({ strict: false })
  formats.default(ajv)
  ajv.removeKeyword('writeOnly')
  ajv.addKeyword({ keyword: 'writeOnly', validate: (isWriteOnly: boolean) => !isWriteOnly })
  const compiled = new Map<object, ValidateFunction>()

  function findProblems({ route, status, headers, text, request }: Exchange): string[] {
    const responses = (findOperation(document, route)?.['responses'] ?? {}) as Record<string, unknown>
    if (!route) return []
    const response = resolve<Response | undefined>(document, responses[status] ?? responses['default'])
    // A description that documents no error leaves errors open.
    const documentsErrors = Object.keys(responses).some((code) => !code.startsWith('2'))
    if (!response) return status < 400 || documentsErrors ? [`${status} is not documented`] : []
    const problems = Object.entries(response.headers ?? {})
      .filter(
        ([name, header]) => resolve<{ required?: boolean }>(document, header).required && !headers.has(name),
      )
      .map(([name]) => `${name} is missing`)
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (!response.content) return text && status === 204 ? [...problems, 'there is a body'] : problems
    const media = response.content[type]
    if (!media) return [...problems, `the content type is ${type || 'missing'}`]
    if (!media.schema || !type.endsWith('json') || request.startsWith('HEAD')) return problems
    const validate =
      compiled.get(media) ?? ajv.compile({ allOf: [media.schema], components: document.components })
    compiled.set(media, validate)
    if (validate(JSON.parse(text))) return problems
    return [...problems, ajv.errorsText(validate.errors)]
  }
  return (exchange) => findProblems(exchange).map((problem) => `${exchange.request}: ${problem}`)
}
