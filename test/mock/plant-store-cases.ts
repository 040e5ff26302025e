// Runs the cases of the plant store through a mock of its description: node test/mock/plant-store-cases.ts
import { fileURLToPath } from 'node:url'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { parseExactJson, stringifyExactJson } from '../../src/json/exact-json.ts'
import { createMock, type MockOptions } from '../../src/mock/create-mock.ts'
import { failures } from '../../src/mock/failures.ts'
import type { AnswersOption, Refusal } from '../../src/store/answers.ts'
import { type Case, cases } from '../doors/cases.ts'

const contract = await readContract(fileURLToPath(new URL('../../openapi.yaml', import.meta.url)))

const statusHeaders = ['content-type', 'www-authenticate', 'allow', 'accept-encoding', 'location']

/** The failures of a mock that have another name than those of the plant store. */
const names: Readonly<Record<string, string>> = {
  'invalid-token': 'invalid-credentials',
  'malformed-json': 'malformed-body',
  'invalid-plant': 'invalid-body',
  'forced-error': 'forced',
  'duplicate-id': 'duplicate-key',
}

/** Converts a table of answers; undefined if it has something that a mock has not. */
function toResponses(answers: AnswersOption = {}): object | undefined {
  const rows = typeof answers === 'string' ? {} : answers
  const converted = Object.entries(rows).map(([name, row]) => {
    if (name === 'preset') return []
    const { error, message, members, body, ...others } = row as Partial<Refusal>
    const properties = {
      ...members,
      ...(error !== undefined && { error }),
      ...(message !== undefined && { message }),
    }
    const hasPlaceholder = /\{(?:id|uuid|now|date|number|digits|random)\}/.test(stringifyExactJson(row))
    const own = { ...others, properties, ...(body !== undefined && { body }) }
    return Object.hasOwn(failures, names[name] ?? name) && !hasPlaceholder
      ? [[names[name] ?? name, own] as const]
      : undefined
  })
  return converted.includes(undefined) ? undefined : Object.fromEntries(converted.flatMap((row) => row ?? []))
}

/** The options of a mock for those of a plant store; undefined if it has no such option. */
function toMockOptions(
  { answers, ...options }: Case['options'],
  preset: Case['preset'],
): MockOptions | undefined {
  const { tokens, maxBody, latency, scenario, onDuplicate, unknownMembers, ...others } = options
  const responses = toResponses(answers)
  if (Object.keys(others).length > 0 || responses === undefined) return undefined
  return {
    contract,
    responses: { preset: preset === 'http' ? 'usual' : 'documented', ...responses },
    ...(onDuplicate && { onDuplicate }),
    ...(unknownMembers && { unknownProperties: unknownMembers === 'refuse' ? 'reject' : 'ignore' }),
    ...(tokens && { credentials: { bearerAuth: tokens } }),
    ...(maxBody !== undefined && { maxBody }),
    ...(latency !== undefined && { latency }),
    ...(scenario && { scenario }),
  }
}

/** What the mock does differently; empty if it responds the same. */
async function findDifference(entry: Case): Promise<string> {
  const { preset, stored, request, answer } = entry
  const options = toMockOptions(entry.options, preset)
  if (options === undefined)
    return `option ${
      Object.keys(entry.options)
        .filter((name) => name !== 'answers')
        .join() || 'answers'
    }`
  const mock = createMock(options)
  await mock.records('plants').replaceAll(parseExactJson(stored) as unknown[])
  const response = await mock.handle(request)
  const body = String(response.body)
  if (response.status !== answer.status) return `status ${response.status} instead of ${answer.status}`
  for (const name of statusHeaders)
    if (response.headers[name] !== answer.headers[name])
      return `${name}: ${response.headers[name]} instead of ${answer.headers[name]}`
  if (answer.body !== undefined)
    return body === answer.body || answer.status === 0 || response.delivery !== undefined
      ? ''
      : `body ${body} instead of ${answer.body}`
  const { error } = JSON.parse(body)
  return error === answer.error ? '' : `error ${error} instead of ${answer.error}`
}

/** Lists the differences of all cases, by what differs. */
export async function listDifferences(): Promise<{
  total: number
  same: number
  differences: Map<string, string[]>
}> {
  const differences = new Map<string, string[]>()
  let same = 0
  for (const entry of cases) {
    const difference = await findDifference(entry).catch((error) => `error ${String(error).slice(0, 100)}`)
    if (difference === '') same++
    else
      differences.set(difference, [...(differences.get(difference) ?? []), `${entry.topic}: ${entry.title}`])
  }
  return { total: cases.length, same, differences }
}

if (import.meta.main) {
  const { total, same, differences } = await listDifferences()
  for (const [difference, titles] of [...differences].sort(([, one], [, other]) => other.length - one.length))
    console.log(`${titles.length} ${difference}: ${[...new Set(titles)].slice(0, 4).join(' | ')}`)
  console.log(`${same} of ${total} cases get the same response`)
}
