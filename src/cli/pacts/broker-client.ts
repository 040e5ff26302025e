import type { Command } from 'commander'
import { findBrokerClient } from '../../pact/find-broker-client.ts'
import { CommandFailure, exitCodes } from '../failure.ts'
import { runChild } from '../run-child.ts'

function findClient(what: string): string {
  try {
    return findBrokerClient()
  } catch (error) {
    const message = `Failed to ${what}: ${(error as Error).message}`
    throw Object.assign(new CommandFailure(message, exitCodes.usage), { cause: error })
  }
}

const toNotes = (client: string, example: string): string => `
All that stands behind is handed to Pact's own client (pact broker ${client}), whose flags, environment variables
(PACT_BROKER_BASE_URL, PACT_BROKER_TOKEN) and exit codes hold; -- --help shows them. It is to be installed:
npm install --save-dev @pact-foundation/pact-cli.

Example:
  plant-store ${example}`

/** A command of Pact's own client. */
interface ClientCommand {
  name: string
  client: string
  description: string
  what: string
  example: string
}

const createAdd =
  ({ name, client, description, what, example }: ClientCommand) =>
  (program: Command): void => {
    program
      .command(name)
      .description(description)
      .argument('[argument...]', 'what is handed on')
      .allowUnknownOption()
      .passThroughOptions()
      .addHelpText('after', toNotes(client, example))
      .action(async (args: string[]) => {
        process.exitCode = await runChild(findClient(what), ['broker', client, ...args])
      })
  }

/** Adds `plant-store publish-pacts`. */
export const addPublishPacts = createAdd({
  name: 'publish-pacts',
  client: 'publish',
  description: 'Publish pacts to a Pact broker.',
  what: 'publish the pacts',
  example:
    'publish-pacts pacts/ --consumer-app-version 1.0.0 --branch main --broker-base-url https://broker.example',
})

/** Adds `plant-store can-i-deploy`. */
export const addCanIDeploy = createAdd({
  name: 'can-i-deploy',
  client: 'can-i-deploy',
  description: 'Ask a Pact broker whether all that a version works with has been verified.',
  what: 'ask the broker',
  example: 'can-i-deploy --pacticipant shop --version 1.0.0 --to-environment production',
})
