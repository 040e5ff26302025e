import { isJsonContentType } from '../contract/content-type.ts'
import { operation } from '../contract/generated/operation.ts'
import { validateNewPlant } from '../contract/validators.ts'
import { readHeader } from '../http/exchange.ts'
import { describeProblems, describeValue, type Problem } from '../options/problems.ts'
import type { Finding, JudgedRequest } from './exchange.ts'
import type { RuleId } from './generated/rules.ts'
import { readJson } from './read-body.ts'

const headers = '/request/headers'
const body = '/request/body'

/** Finds a method or path that the specification doesn't have. */
export function findOtherOperation({ method, path }: JudgedRequest): Finding | undefined {
  if (method === operation.method && path === operation.path) return undefined
  const isOtherPath = path !== operation.path
  return {
    rule: isOtherPath ? 'other-paths' : 'other-methods',
    place: `/request/${isOtherPath ? 'path' : 'method'}`,
    problem: `openapi.yaml has no ${method} ${path}`,
  }
}

/** Finds the first reason to refuse credentials that is visible without knowing the valid tokens (specification section 5). */
function findWrongCredentials(request: JudgedRequest): Finding | undefined {
  const authorization = readHeader(request, 'authorization')?.trim()
  const wrong = (rule: RuleId, problem: string): Finding => ({ rule, place: headers, problem })
  if (!authorization) return wrong('refuses-missing-credentials', 'the request has no Authorization header')
  const [scheme = '', ...token] = authorization.split(/ +/)
  if (scheme.toLowerCase() !== 'bearer')
    return wrong('refuses-other-scheme', 'the scheme of the credentials must be Bearer')
  if (token.length === 0) return wrong('refuses-empty-token', 'the credentials have no token')
  if (token.length > 1) return wrong('refuses-text-after-token', 'the credentials have text after the token')
  return undefined
}

function findWrongContentType(request: JudgedRequest): Finding | undefined {
  const contentType = readHeader(request, 'content-type')
  if (isJsonContentType(contentType)) return undefined
  const actual = describeValue(contentType)
  return {
    rule: 'refuses-other-content-type',
    place: `${headers}/content-type`,
    problem: `the header Content-Type must be ${operation.contentType}, got ${actual}`,
    expected: operation.contentType,
    actual,
  }
}

const findMember = ({ path }: Problem): string => String(path[0] ?? '')

function findRuleOfId(id: unknown): RuleId {
  if (id === undefined) return 'refuses-missing-id'
  if (typeof id !== 'number' && typeof id !== 'bigint') return 'refuses-id-of-wrong-type'
  const isInteger = typeof id === 'bigint' || Number.isInteger(id) || Math.abs(id) === Infinity
  return isInteger ? 'refuses-id-beyond-int64' : 'refuses-fractional-id'
}

const ruleOfMember: Record<string, (member: unknown) => RuleId> = {
  id: findRuleOfId,
  name: (name) => (name === undefined ? 'refuses-missing-name' : 'refuses-name-of-wrong-type'),
  tag: () => 'refuses-tag-of-wrong-type',
}

/** Judges a body as a NewPlant: one finding for each wrong member (specification section 2, NewPlant). */
function findWrongMembers(value: unknown): Finding[] {
  if (validateNewPlant(value)) return []
  return (validateNewPlant.errors ?? []).map((problem) => {
    const member = findMember(problem)
    return {
      rule: ruleOfMember[member]?.(Object(value)[member]) ?? 'refuses-non-object',
      place: member === '' ? body : `${body}/${member}`,
      problem: describeProblems([problem], { whole: 'the body' }),
    }
  })
}

function findWrongBody({ body: bytes }: JudgedRequest): Finding[] {
  const isEmpty = /^[ \t\r\n]*$/.test(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'))
  if (isEmpty) return [{ rule: 'refuses-empty-body', place: body, problem: 'the body is missing' }]
  const read = readJson(bytes)
  if ('value' in read) return findWrongMembers(read.value)
  const rule = read.isNoText ? 'refuses-body-not-utf8' : 'refuses-malformed-json'
  return [{ rule, place: body, problem: read.problem }]
}

/** Finds every reason to refuse a request that is visible in the request itself, in the order in which services check. */
export function judgeRequest(request: JudgedRequest): Finding[] {
  const found = [findWrongCredentials(request), findWrongContentType(request)]
  return [...found.filter((finding) => finding !== undefined), ...findWrongBody(request)]
}
