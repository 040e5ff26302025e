import type { Command } from 'commander'
import { findBrokerClient } from '../pact/find-broker-client.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import { runChild } from './run-child.ts'

function findClient(what: string): string {
  try {
    return findBrokerClient()
  } catch (error) {
    const message = `Failed to ${what}: ${(error as Error).message}`
    throw Object.assign(new CommandFailure(message, exitCodes.usage), { cause: error })
  }
}

const notes = (client: string, example: string): string => `
All that stands behind is handed to Pact's own client (pact broker ${client}), whose flags, environment variables
(PACT_BROKER_BASE_URL, PACT_BROKER_TOKEN) and exit codes hold; -- --help shows them. It is to be installed:
npm install --save-dev @pact-foundation/pact-cli.

Example:
  plant-store ${example}`

const commands = [
  {
    name: 'publish-pacts',
    client: 'publish',
    summary: 'publish pacts to a Pact broker',
    description: 'Publish pacts to a Pact broker.',
    what: 'publish the pacts',
    example:
      'publish-pacts pacts/ --consumer-app-version 1.0.0 --branch main --broker-base-url https://broker.example',
  },
  {
    name: 'can-i-deploy',
    client: 'can-i-deploy',
    summary: 'ask a Pact broker whether a version can be deployed',
    description: 'Ask a Pact broker whether all that a version works with has been verified.',
    what: 'ask the broker',
    example: 'can-i-deploy --pacticipant shop --version 1.0.0 --to-environment production',
  },
] as const

/** Adds `plant-store publish-pacts` and `plant-store can-i-deploy`. */
export function addBrokerClient(program: Command): void {
  for (const { name, client, summary, description, what, example } of commands) {
    program
      .command(name)
      .summary(summary)
      .description(description)
      .argument('[argument...]', 'what is handed on')
      .allowUnknownOption()
      .passThroughOptions()
      .addHelpText('after', notes(client, example))
      .action(async (args: string[]) => {
        process.exitCode = await runChild(findClient(what), ['broker', client, ...args])
      })
  }
}
