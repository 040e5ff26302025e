import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseExactJson } from '../../json/exact-json.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { withLock } from './file-lock.ts'
import { findWriter, readWriters, saveWriters, type Writer, type Writers } from './writers.ts'

/** The parts of an interaction in a file that the kit needs to merge files. */
export interface WrittenInteraction {
  description: string
  [member: string]: unknown
}

export interface WrittenPact {
  consumer: { name: string }
  provider: { name: string }
  interactions: WrittenInteraction[]
  metadata: { pactSpecification: { version: string }; [member: string]: unknown }
}

/** Thrown if a pact would contradict itself; the message explains the contradiction. */
export class PactConflictError extends Error {
  override name = 'PactConflictError'
}

export const readPact = (file: string): WrittenPact =>
  parseExactJson(readFileSync(file, 'utf8')) as WrittenPact

function readExisting(file: string): WrittenPact | undefined {
  try {
    const pact: Partial<WrittenPact> = readPact(file)
    const { consumer, provider, metadata, interactions } = pact
    if (consumer && provider && metadata?.pactSpecification && interactions) return pact as WrittenPact
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  }
  throw new Error(`Failed to write the pact: ${file} isn't a pact. Remove it.`)
}

/** Leaves out the programs that wrote the pact: if several programs write one file, the file would change with their versions. */
const withoutWriters = ({ 'pact-js': _js, pactRust: _rust, ...metadata }: WrittenPact['metadata']) => metadata

function checkSamePact(file: string, one: WrittenPact, other: WrittenPact): void {
  const describe = ({ consumer, provider, metadata }: WrittenPact): string =>
    `${consumer.name} and ${provider.name} by version ${metadata.pactSpecification.version}`
  if (describe(one) === describe(other)) return
  throw new PactConflictError(
    `Failed to write the pact: ${file} is between ${describe(one)}, not between ${describe(other)}.`,
  )
}

/** What Pact identifies an interaction by: its description with its states. */
const toIdentity = ({ description, providerStates = [] }: WrittenInteraction): string =>
  toCanonicalJson([description, providerStates])

/** The pacts that each test has written since this process or thread started. */
const begun = new Set<string>()

const toKey = (file: string, { test }: Writer): string => JSON.stringify([file, test])

/** Returns the interactions that stay: those of earlier runs of this test, and of tests that are gone, leave. */
function keepCurrent(
  file: string,
  existing: readonly WrittenInteraction[],
  writers: Writers,
  writer: Writer,
): WrittenInteraction[] {
  const isFirst = !begun.has(toKey(file, writer))
  return existing.filter((interaction) => {
    const earlier = writers.get(toIdentity(interaction))?.test
    return earlier === undefined || (existsSync(earlier) && !(isFirst && earlier === writer.test))
  })
}

function mergeInteractions(
  file: string,
  existing: readonly WrittenInteraction[],
  added: readonly WrittenInteraction[],
  writers: Writers,
  { run }: Writer,
): WrittenInteraction[] {
  const merged = new Map(existing.map((interaction) => [toIdentity(interaction), interaction]))
  for (const interaction of added) {
    const identity = toIdentity(interaction)
    const earlier = merged.get(identity)
    const isOther = earlier !== undefined && toCanonicalJson(earlier) !== toCanonicalJson(interaction)
    const writer = writers.get(identity)
    // Only what this run wrote contradicts it; an older interaction is replaced.
    if (isOther && writer?.run === run) {
      throw new PactConflictError(
        `Failed to write the pact: ${file} has another interaction with the description "${interaction.description}" and the same states` +
          `${writer.test === undefined ? '' : `, from ${writer.test}`}. Give one of them another description.`,
      )
    }
    merged.set(identity, interaction)
  }
  const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
  return [...merged]
    .sort(
      ([key, one], [otherKey, other]) =>
        compare(one.description, other.description) || compare(key, otherKey),
    )
    .map(([, interaction]) => interaction)
}

/**
 * Adds interactions to the pact in a file, or creates the file. They replace what earlier runs wrote, and what this test
 * wrote earlier but writes no more leaves. Throws a {@link PactConflictError} if this run has written the same description
 * and states with other content. Others may write the file at the same time.
 */
export function addToPact(file: string, added: WrittenPact, writer: Writer = findWriter()): void {
  mkdirSync(dirname(file), { recursive: true })
  withLock(file, () => {
    const existing = readExisting(file)
    if (existing !== undefined) checkSamePact(file, existing, added)
    const { interactions: all = [], metadata } = existing ?? {}
    const writers = readWriters(file)
    const kept = keepCurrent(file, all, writers, writer)
    const interactions = mergeInteractions(file, kept, added.interactions, writers, writer)
    const pact: WrittenPact = {
      ...added,
      interactions,
      metadata: withoutWriters({ ...metadata, ...added.metadata }),
    }
    // Other processes read the whole new file or the old one, never a part.
    const draft = `${file}.tmp`
    writeFileSync(draft, toCanonicalJson(pact))
    renameSync(draft, file)
    const own = new Map(added.interactions.map((one) => [toIdentity(one), writer]))
    const known = interactions.map(toIdentity).map((one) => [one, own.get(one) ?? writers.get(one)] as const)
    begun.add(toKey(file, writer))
    saveWriters(file, new Map(known.filter((one): one is [string, Writer] => one[1] !== undefined)))
  })
}
