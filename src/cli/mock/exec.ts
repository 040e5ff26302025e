import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CommandTable } from '../command.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { toVariable } from '../flags.ts'
import { runChild } from '../run-child.ts'
import { serverFlags } from './server-flags.ts'
import { startMock } from './start-mock.ts'

/** Runs a command next to a mock, and ends with its exit code. */
async function runExec([name = '', ...args]: string[], _flags: object, command: Command): Promise<never> {
  if (name === '') {
    throw new CommandFailure(
      'Failed to run: the command is empty. Pass a command after --, like npm test.',
      exitCodes.usage,
    )
  }
  const { server, flags } = await startMock(command, { port: 0, log: 'silent' })
  const token = flags.token?.[0] ?? 'local-token'
  const { tlsCert } = flags
  // Programs of Node trust the certificate, unless they have certificates of their own.
  const trust =
    tlsCert !== undefined && process.env['NODE_EXTRA_CA_CERTS'] === undefined
      ? { NODE_EXTRA_CA_CERTS: resolve(tlsCert) }
      : {}
  let code: number
  try {
    code = await runChild(name, args, {
      ...process.env,
      PLANT_STORE_URL: server.url,
      PLANT_STORE_ADMIN_URL: server.adminUrl,
      PLANT_STORE_TOKEN: token,
      ...trust,
    })
  } finally {
    server.closeNow()
    await server.close()
  }
  // A request that still waits for a delay must not hold up the command.
  process.exit(code)
}

export const command: CommandTable = {
  description:
    'Start a mock server on a free port, run a command with PLANT_STORE_URL, PLANT_STORE_ADMIN_URL, and PLANT_STORE_TOKEN set, stop the mock, and exit with the exit code of the command.',
  argument: { name: '<command...>', description: 'the command and its arguments, after --' },
  flags: {
    ...serverFlags,
    port: { ...serverFlags.port, default: '0' },
    log: { ...serverFlags.log, default: 'silent' },
  },
  toEnv: toVariable,
  takesFlags: true,
  run: runExec,
  notes: ['exec has the same flags, environment variables, and configuration file as start.'],
  exitCodes: {
    2: 'usage error, or an option needs a newer Node or a missing package',
    3: 'the port is in use',
    126: "the command can't be executed",
    127: 'there is no such command',
  },
  examples: ['exec -- npx vitest run', "exec -- sh -c 'curl $PLANT_STORE_ADMIN_URL/__admin/records/plants'"],
}
