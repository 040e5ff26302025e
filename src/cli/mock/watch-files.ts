import { unwatchFile, watchFile } from 'node:fs'
import type { Command } from 'commander'
import type { MockServer } from '../../adapters/server/start-server.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { ChangeableMockOptions } from '../../mock/create-mock.ts'
import { OptionsError } from '../../options/options-error.ts'
import { isShippedName } from '../data-file.ts'
import { CommandFailure, createFail, endSentence, exitCodes } from '../failure.ts'
import { toKebabCase } from '../flags.ts'
import { readOptions, toFlag } from '../options.ts'
import { changeableOptions, fixedFlags } from './changeable-flags.ts'
import { readFlags } from './config.ts'
import { writeNotice } from './log.ts'
import { readMockOptions } from './read-mock-options.ts'
import { isRedisUrl, type ServerFlags, serverFlags } from './server-flags.ts'

/** Milliseconds between two checks of a file. Notifications of the operating system would miss changes in some containers and on network drives. */
const interval = 200

/** Milliseconds that a file must stay the same, because editors write in several steps. */
const patience = 100

function findFiles(
  { config, seed, scenario, openapi, overlay = [] }: ServerFlags,
  described: readonly string[] = [],
): string[] {
  const isFile = (name: unknown): name is string => typeof name === 'string' && !/^https?:/i.test(name)
  const named = [seed, scenario].filter((name) => isFile(name) && !isShippedName(name))
  return [...new Set([config, openapi, ...overlay, ...described, ...named].filter(isFile))]
}

/** @throws {CommandFailure} if the flags name no file that can be watched, or a store that can't change */
export function requireFiles(flags: ServerFlags): void {
  if (flags.store !== undefined && isRedisUrl(flags.store)) {
    throw new CommandFailure(
      "Failed to start the mock: --watch can't change a store in Redis, because other mocks share it. Restart the mocks instead.",
      exitCodes.usage,
    )
  }
  if (findFiles(flags).length > 0) return
  throw new CommandFailure(
    'Failed to start the mock: there is no file to watch. Pass --config, --openapi, --seed, or --scenario with a file.',
    exitCodes.usage,
  )
}

const toList = (names: readonly string[]): string => names.map(toKebabCase).sort().join(', ')

/**
 * Watches the configuration and the files of a running mock, and applies their changes. If one of them is
 * wrong, the mock keeps its current options.
 */
export async function watchFiles(
  command: Command,
  defaults: ServerFlags,
  started: ServerFlags,
  server: Pick<MockServer, 'replaceOptions' | 'mock'>,
): Promise<void> {
  const notify = (text: string): void => writeNotice(text, started.log)
  let watched: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  let applying = Promise.resolve()
  let isBroken = false
  /** The current options of the mock, as texts. */
  let applied: Record<string, string | undefined> = {}
  let waiting: readonly string[] = []

  function watch(files: readonly string[]): void {
    for (const file of watched) if (!files.includes(file)) unwatchFile(file, schedule)
    for (const file of files)
      if (!watched.includes(file)) watchFile(file, { interval, persistent: false }, schedule)
    watched = files
  }
  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      applying = applying.then(() => apply())
    }, patience)
  }

  function noticeRestart(flags: ServerFlags): void {
    const changed = fixedFlags.filter((name) => JSON.stringify(flags[name]) !== JSON.stringify(started[name]))
    if (changed.length > 0 && changed.join() !== waiting.join())
      notify(`Restart the mock to apply the changes to: ${toList(changed)}.`)
    waiting = changed
  }

  async function applyFlags(): Promise<string[]> {
    const { flags, explain } = await readFlags(command, defaults)
    watch(findFiles(flags, server.mock.contract.files))
    const given: ChangeableMockOptions = await readOptions(
      serverFlags,
      flags,
      changeableOptions,
      createFail('apply the changes'),
    )
    const options = await readMockOptions(flags, given)
    watch(findFiles(flags, options.contract.files))
    const { contract, credentials, ...others } = options
    const values = {
      ...others,
      openapi: contract.document,
      basePath: contract.basePaths,
      resources: flags.resources,
      credential: credentials,
    }
    const texts = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, stringifyExactJson(value)]),
    )
    const names = Object.keys({ ...applied, ...texts }).filter((name) => texts[name] !== applied[name])
    try {
      await server.replaceOptions(options)
    } catch (error) {
      if (!(error instanceof OptionsError)) throw error
      throw new CommandFailure(`Failed to apply the changes: ${await explain(error)}`)
    }
    applied = texts
    noticeRestart(flags)
    return names.map((name) => toFlag(serverFlags, name))
  }

  async function apply(isFirst = false): Promise<void> {
    try {
      const names = await applyFlags()
      if (names.length > 0 && !isFirst) notify(`Applied the changes to: ${toList(names)}.`)
      else if (isBroken) notify('The files are valid again.')
      isBroken = false
    } catch (error) {
      notify(`${endSentence((error as Error).message)} The mock keeps its current options.`)
      isBroken = true
    }
  }

  watch(findFiles(started, server.mock.contract.files))
  // A file may have changed since the mock read it.
  applying = apply(true)
  await applying
}
