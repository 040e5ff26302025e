import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { whileBusy } from '../../http/busy-file.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { withLock } from './file-lock.ts'
import { findTestFile, type TestFile } from './test-file.ts'
import { readWriters, saveWriters, type Writers } from './writers.ts'

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

/** What each run of a file of tests has written, by pacts. */
const written = new WeakMap<object, Map<string, Set<string>>>()

/** Returns what this run of a file of tests has written to a pact; if nothing yet, `begin` is called. */
function findWritten({ run }: TestFile, file: string, begin: (own: Set<string>) => void): Set<string> {
  const pacts = written.get(run) ?? new Map<string, Set<string>>()
  written.set(run, pacts)
  const known = pacts.get(file)
  if (known !== undefined) return known
  const own = new Set<string>()
  pacts.set(file, own)
  begin(own)
  return own
}

function mergeInteractions(
  file: string,
  existing: readonly WrittenInteraction[],
  added: readonly WrittenInteraction[],
  isOwn: (identity: string) => boolean,
  writers: Writers,
): WrittenInteraction[] {
  const merged = new Map(existing.map((interaction) => [toIdentity(interaction), interaction]))
  for (const interaction of added) {
    const identity = toIdentity(interaction)
    const earlier = merged.get(identity)
    const isOther = earlier !== undefined && toCanonicalJson(earlier) !== toCanonicalJson(interaction)
    // Only what this run wrote contradicts it; an older interaction is replaced.
    if (isOther && isOwn(identity)) {
      const test = writers.get(identity)?.test
      throw new PactConflictError(
        `Failed to write the pact: ${file} has another interaction with the description "${interaction.description}" and the same states` +
          `${test === undefined ? '' : `, from ${test}`}. Give one of them another description.`,
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

/** Writes a pact and its writers. Other processes read the whole new file or the old one, never a part. */
function save(file: string, pact: WrittenPact, writers: Writers): void {
  const draft = `${file}.tmp`
  writeFileSync(draft, toCanonicalJson(pact))
  whileBusy(() => renameSync(draft, file))
  const identities = new Set(pact.interactions.map(toIdentity))
  saveWriters(file, new Map([...writers].filter(([identity]) => identities.has(identity))))
}

/** Removes what a file of tests wrote earlier and has not written now, unless the test for it was skipped, and what files that are gone wrote. */
function removeRest(
  file: string,
  path: string,
  own: ReadonlySet<string>,
  skipped: ReadonlySet<string>,
): void {
  if (!existsSync(file)) return
  withLock(file, () => {
    const pact = readExisting(file)
    if (pact === undefined) return
    const writers = readWriters(file)
    const interactions = pact.interactions.filter((interaction) => {
      const identity = toIdentity(interaction)
      const { test, name = '' } = writers.get(identity) ?? {}
      if (test === path) return own.has(identity) || skipped.has(name)
      return test === undefined || existsSync(test)
    })
    if (interactions.length < pact.interactions.length) save(file, { ...pact, interactions }, writers)
  })
}

/** The process that started the run. */
const starter = isMainThread ? process.ppid : process.pid

/**
 * Adds interactions to the pact in a file, or creates the file. They replace what earlier runs wrote. When all tests of a
 * file have passed, what the file wrote in earlier runs but not in this one leaves the pact. Throws a
 * {@link PactConflictError} if this run has written the same description and states with other content. Others may write
 * the file at the same time.
 */
export function addToPact(
  file: string,
  added: WrittenPact,
  test: TestFile | undefined = findTestFile(),
  run: number = starter,
): void {
  mkdirSync(dirname(file), { recursive: true })
  withLock(file, () => {
    const existing = readExisting(file)
    if (existing !== undefined) checkSamePact(file, existing, added)
    const own =
      test &&
      findWritten(test, file, (all) => test.onPassed((skipped) => removeRest(file, test.path, all, skipped)))
    const { interactions: all = [], metadata } = existing ?? {}
    const writers = readWriters(file)
    const isOwn = (identity: string): boolean => {
      const writer = writers.get(identity)
      // In watch mode, one process starts all runs of a file.
      return own && writer?.test === test.path ? own.has(identity) : writer?.run === run
    }
    const interactions = mergeInteractions(file, all, added.interactions, isOwn, writers)
    const metadataOfAll = withoutWriters({ ...metadata, ...added.metadata })
    const identities = added.interactions.map(toIdentity)
    const writer = { test: test?.path, name: test?.name, run }
    save(
      file,
      { ...added, interactions, metadata: metadataOfAll },
      new Map([...writers, ...identities.map((identity) => [identity, writer] as const)]),
    )
    for (const identity of identities) own?.add(identity)
  })
}
