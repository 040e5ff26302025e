import type {
  Parameter,
  ParameterLists,
  ParameterProblem,
  ParameterSource,
  ParameterValues,
  WrittenParameters,
} from './contract.ts'
import { splitPath } from './request-parts.ts'

const toKey = ({ name, in: place }: Parameter): string => (place === 'header' ? name.toLowerCase() : name)

export function readParameters(parameters: readonly Parameter[], source: ParameterSource): ParameterValues {
  const values: ParameterLists = { path: {}, query: {}, header: {}, cookie: {} }
  const problems: ParameterProblem[] = []
  for (const parameter of parameters) {
    const { schema, isRequired, pointer, allowEmptyValue } = parameter
    const found = parameter.read(source)
    const list = values[parameter.in]
    if (found !== undefined) {
      list[toKey(parameter)] = found.value
      if (found.value === '' && allowEmptyValue) continue
      for (const problem of schema.check(found.value)) problems.push({ ...problem, parameter })
    } else if (isRequired) {
      const [problem] = schema.check(undefined)
      const expected = problem?.expected ?? 'there'
      problems.push({
        parameter,
        keyword: 'required',
        pointer: `${pointer}/required`,
        path: [],
        expected,
        got: undefined,
      })
    } else {
      const { hasDefault, default: value } = schema.facts()
      if (hasDefault) list[toKey(parameter)] = value
    }
  }
  return { ...values, problems }
}

/** Writes the values of parameters into the parts of a request to a path. */
export function writeParameters(
  template: string,
  parameters: readonly Parameter[],
  values: Partial<ParameterLists>,
): WrittenParameters {
  let path = template
  const query: string[] = []
  const cookies: string[] = []
  const headers: Record<string, string> = {}
  for (const parameter of parameters) {
    const value = values[parameter.in]?.[toKey(parameter)]
    if (value === undefined) continue
    const text = parameter.write(value)
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, () => text)
    else if (parameter.in === 'header') headers[toKey(parameter)] = text
    // An empty array has no text.
    else if (text !== '') (parameter.in === 'query' ? query : cookies).push(text)
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
  const { path: plain, fixed } = splitPath(path)
  const others = fixed.filter(({ name }) => !parameters.some((parameter) => parameter.name === name))
  query.unshift(...others.map(({ name, raw }) => `${encodeURIComponent(name)}=${raw}`))
  return { path: plain, query: query.join('&'), headers }
}
