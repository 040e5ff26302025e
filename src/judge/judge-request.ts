import { isJsonContentType } from '../contract/content-type.ts'
import { operation } from '../contract/generated/operation.ts'
import { type HttpRequest, readSentBody, readSentHeader } from '../http/exchange.ts'
import { describeProblems, describeValue } from '../options/problems.ts'
import { toVerdict, type Verdict } from './finding.ts'
import type { RuleId } from './generated/rules.ts'
import { isLenientJson } from './lenient-json.ts'
import { readJson } from './read-body.ts'
import { findSchemaProblems, type SchemaProblem } from './schema.ts'

const headers = '/request/headers'
const body = '/request/body'

/** Finds a method or path that the specification doesn't have. */
export function findOtherOperation(method: string, path: string): Verdict | undefined {
  if (method === operation.method && path === operation.path) return undefined
  const isOtherPath = path !== operation.path
  const place = `/request/${isOtherPath ? 'path' : 'method'}`
  return toVerdict(
    isOtherPath ? 'other-paths' : 'other-methods',
    place,
    `openapi.yaml has no ${method} ${path}`,
  )
}

/** Finds the first reason to refuse credentials that is visible without knowing the valid tokens (docs/specification.md, section 5). */
function findWrongCredentials(request: HttpRequest): Verdict | undefined {
  const authorization = readSentHeader(request, 'authorization')?.trim()
  const wrong = (rule: RuleId, problem: string): Verdict => toVerdict(rule, headers, problem)
  if (!authorization) return wrong('refuses-missing-credentials', 'the request has no Authorization header')
  const [scheme = '', credentials = ''] = authorization.split(/ +(.*)/s)
  if (scheme.toLowerCase() !== 'bearer')
    return wrong('refuses-other-scheme', 'the scheme of the credentials must be Bearer')
  if (credentials === '') return wrong('refuses-empty-token', 'the credentials have no token')
  const [token, after = ''] = credentials.split(/(?= |[,;] *\w+=)(.*)/s)
  if (!/^[\w.~+/-]+=*$/.test(token ?? ''))
    return wrong('refuses-malformed-token', 'the credentials are no token')
  if (after !== '') return wrong('refuses-text-after-token', 'the credentials have text after the token')
  return undefined
}

function findWrongContentType(request: HttpRequest): Verdict | undefined {
  const contentType = readSentHeader(request, 'content-type')
  if (isJsonContentType(contentType)) return undefined
  const actual = describeValue(contentType)
  const problem = `the header Content-Type must be ${operation.contentType}, got ${actual}`
  const values = { expected: operation.contentType, actual }
  return toVerdict('refuses-other-content-type', `${headers}/content-type`, problem, values)
}

const isInt64 = (id: unknown): boolean =>
  (typeof id === 'number' || typeof id === 'bigint') && id >= -(2n ** 63n) && id < 2n ** 63n

function findRuleOfId(id: unknown): RuleId {
  if (id === undefined) return 'refuses-missing-id'
  if (typeof id !== 'number' && typeof id !== 'bigint') return 'refuses-id-of-wrong-type'
  const isInteger = typeof id === 'bigint' || Number.isInteger(id) || Math.abs(id) === Infinity
  if (!isInteger) return 'refuses-fractional-id'
  return isInt64(id) ? 'refuses-outside-limits' : 'refuses-id-beyond-int64'
}

/** Names the rule that is about a wrong member; rules by name are about the types that the specification shows. */
function findRuleOfMember({ path, keyword, got }: SchemaProblem): RuleId {
  const [member, ...inner] = path
  if (member === undefined) return 'refuses-non-object'
  if (member === 'id' && inner.length === 0) return findRuleOfId(got)
  if (member !== 'name' && member !== 'tag') return 'refuses-wrong-member'
  if (keyword === 'required') return 'refuses-missing-name'
  if (member === 'tag' && got === null) return 'refuses-null-tag'
  return typeof got === 'string' ? 'refuses-outside-limits' : `refuses-${member}-of-wrong-type`
}

/** Judges a body as a NewPlant: one finding for each wrong member (docs/specification.md, section 2, NewPlant). */
const findWrongMembers = (value: unknown): Verdict[] =>
  findSchemaProblems('NewPlant', value).map((problem) =>
    toVerdict(
      findRuleOfMember(problem),
      [body, ...problem.path].join('/'),
      describeProblems([problem], { whole: 'the body' }),
    ),
  )

function findWrongBody(bytes: Buffer): Verdict[] {
  const isEmpty = /^[ \t\r\n]*$/.test(bytes.subarray(0, 1000).toString('latin1'))
  if (isEmpty) return [toVerdict('refuses-empty-body', body, 'the body is missing')]
  const read = readJson(bytes)
  if ('value' in read) return findWrongMembers(read.value)
  const rule = isLenientJson(bytes.toString()) ? 'refuses-json-extensions' : 'refuses-malformed-json'
  return [toVerdict(read.isNoText ? 'refuses-body-not-utf8' : rule, body, read.problem)]
}

/** Finds every reason to refuse a request that is visible in the request itself, in the order in which services check. */
export function judgeRequest(request: HttpRequest): Verdict[] {
  const found = [findWrongCredentials(request), findWrongContentType(request)]
  return [...found.filter((verdict) => verdict !== undefined), ...findWrongBody(readSentBody(request))]
}
