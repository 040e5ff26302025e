import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { WrittenCase } from '../../src/drift/cases.ts'
import type { AnswersPreset, PlantRequest, PlantStoreOptions } from '../../src/index.ts'

/** A file in mocks/cases/. */
interface CaseFile {
  title: string
  cases: (WrittenCase & {
    rule: string
    answer: {
      status?: number
      http?: number
      documented?: number
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
  preset: AnswersPreset
  options: PlantStoreOptions
  stored: string
  request: PlantRequest & { body: Uint8Array; headers: Record<string, string | string[]> }
  answer: { status: number; headers: Record<string, string>; body: string }
}

const folder = new URL('../../mocks/cases/', import.meta.url)
const defaultHeaders = { authorization: 'Bearer local-token', 'content-type': 'application/json' }

const expand = (text: string, fill?: WrittenCase['request']['fill']): string =>
  fill === undefined
    ? text
    : text.replace('{{fill}}', () => fill.text.repeat(fill.times) + (fill.close ?? '').repeat(fill.times))

function toCase(topic: string, preset: AnswersPreset, entry: CaseFile['cases'][number]): Case {
  const { title, options = {}, stored = '[]', request, answer } = entry
  const answers = { preset, ...(typeof options.answers === 'object' ? options.answers : {}) }
  const headers = Object.entries({ ...defaultHeaders, ...request.headers }).filter(
    ([, value]) => value !== null,
  )
  const body =
    request.base64 === undefined
      ? expand(request.body ?? '', request.fill)
      : Buffer.from(request.base64, 'base64')
  const status = answer.status ?? answer[preset] ?? 0
  return {
    topic,
    title,
    preset,
    options: { ...options, answers },
    stored,
    request: {
      method: request.method ?? 'POST',
      path: request.path ?? '/plants',
      headers: Object.fromEntries(headers) as Record<string, string | string[]>,
      body: new Uint8Array(Buffer.from(body)),
    },
    answer: {
      status,
      headers: {
        'content-type': 'application/json',
        // The headers belong to the status of the preset http.
        ...(status === (answer.status ?? answer.http) ? answer.headers : {}),
      },
      body: answer.text ?? expand(JSON.stringify(answer.body), request.fill),
    },
  }
}

/** Every case of mocks/cases/, under both presets. */
export const cases: readonly Case[] = readdirSync(folder).flatMap((file) => {
  const { title, cases: entries }: CaseFile = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  const presets: AnswersPreset[] = ['http', 'documented']
  return presets.flatMap((preset) => entries.map((entry) => toCase(title, preset, entry)))
})

/** The cases without those that the preset `documented` answers like `http`, for all doors that pass on what the store answers. */
export const distinctCases: readonly Case[] = cases.filter(
  ({ preset, topic, title, answer }) =>
    preset === 'http' ||
    !cases.some(
      (other) =>
        other.preset === 'http' &&
        other.topic === topic &&
        other.title === title &&
        isDeepStrictEqual(other.answer, answer),
    ),
)
