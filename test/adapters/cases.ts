import { readdirSync, readFileSync } from 'node:fs'
import type { FailureName, MockOptions, MockRequest } from '../../src/index.ts'
import { type ReceivedResponse, toBrokenResponse } from './received-response.ts'

type Preset = 'usual' | 'documented'

/** A case of a file in mocks/cases/: a request, and what is stored before it. */
interface WrittenCase {
  title: string
  options?: MockOptions
  stored?: string
  request: {
    method?: string
    path?: string
    headers?: Record<string, string | string[] | null>
    body?: string
    base64?: string
    fill?: { text: string; times: number; close?: string }
  }
}

/** A file in mocks/cases/. */
interface CaseFile {
  title: string
  cases: (WrittenCase & {
    response: {
      failure?: FailureName
      fault?: 'dropped-connection' | 'cut-off-body'
      status?: number
      error?: number
      headers?: Record<string, string>
      body?: object
      text?: string
    }
  })[]
}

/** A case under one preset, ready to send. */
export interface Case {
  topic: string
  title: string
  preset: Preset
  options: MockOptions
  stored: string
  request: MockRequest & { body: Uint8Array; headers: Record<string, string | string[]> }
  failure?: FailureName | undefined
  /** Without a body, it is an Error with this number and any message. */
  response: Omit<ReceivedResponse, 'body'> & { body?: string; error?: number }
}

const folder = new URL('../../mocks/cases/', import.meta.url)
const defaultHeaders = { authorization: 'Bearer local-token', 'content-type': 'application/json' }
const challenge = 'Bearer realm="plant-store"'

/** What a rejection has besides its message; the preset `usual` takes the status from the first three digits. */
const rejections: Partial<Record<FailureName, [error: number, headers?: Record<string, string>]>> = {
  'malformed-request': [40000],
  'headers-too-large': [43101],
  'request-timeout': [40801],
  'unknown-path': [40401],
  'method-not-allowed': [40501, { allow: 'POST' }],
  'missing-credentials': [40101, { 'www-authenticate': challenge }],
  'invalid-credentials': [40102, { 'www-authenticate': `${challenge}, error="invalid_token"` }],
  'unsupported-media-type': [41501],
  'unsupported-encoding': [41502, { 'accept-encoding': 'gzip, deflate, br' }],
  'body-too-large': [41301],
  'missing-body': [40001],
  'malformed-body': [40002],
  'invalid-body': [40003],
  forced: [40004],
  'duplicate-key': [40901],
  'internal-error': [50001],
}

const expand = (text: string, fill?: WrittenCase['request']['fill']): string =>
  fill === undefined
    ? text
    : text.replace('{{fill}}', () => fill.text.repeat(fill.times) + (fill.close ?? '').repeat(fill.times))

function toExpected(preset: Preset, { response, request }: CaseFile['cases'][number]): Case['response'] {
  const { failure, fault, status = 200, headers, text, body } = response
  if (fault !== undefined) return toBrokenResponse(fault, status)
  const type = { 'content-type': 'application/json' }
  const given = text ?? (body && expand(JSON.stringify(body), request.fill))
  if (failure === undefined) return { status, headers: { ...type, ...headers }, body: given ?? '' }
  const [number, required] = rejections[failure] ?? [0]
  const usual = preset === 'usual' ? Math.floor(number / 100) : 400
  // A 400 requires no headers.
  const own = headers ?? (response.status === undefined && usual !== 400 ? required : {})
  return {
    status: response.status ?? usual,
    headers: { ...type, ...own },
    ...(given === undefined ? { error: response.error ?? number } : { body: given }),
  }
}

function toCase(topic: string, preset: Preset, entry: CaseFile['cases'][number]): Case {
  const { title, options = {}, stored = '[]', request } = entry
  const responses = typeof options.responses === 'object' ? { preset, ...options.responses } : preset
  const headers = Object.entries({ ...defaultHeaders, ...request.headers }).filter(
    ([, value]) => value !== null,
  )
  const body =
    request.base64 === undefined
      ? expand(request.body ?? '', request.fill)
      : Buffer.from(request.base64, 'base64')
  return {
    topic,
    title,
    preset,
    options: { ...options, responses },
    stored,
    request: {
      method: request.method ?? 'POST',
      path: request.path ?? '/plants',
      headers: Object.fromEntries(headers) as Record<string, string | string[]>,
      body: new Uint8Array(Buffer.from(body)),
    },
    failure: entry.response.failure,
    response: toExpected(preset, entry),
  }
}

/** Every case of mocks/cases/, under both presets. */
export const cases: readonly Case[] = readdirSync(folder).flatMap((file) => {
  const { title, cases: entries }: CaseFile = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  return (['usual', 'documented'] as const).flatMap((preset) =>
    entries.map((entry) => toCase(title, preset, entry)),
  )
})

/** The cases for adapters that pass on what the mock responds: `documented` once for each failure. */
export const distinctCases: readonly Case[] = cases.filter(
  ({ preset, topic }) => preset === 'usual' || topic === 'Faults',
)
