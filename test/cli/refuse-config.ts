import { expect } from 'vitest'
import type { CommandFailure } from '../../src/cli/failure.ts'
import { createFolder } from '../tools/folder.ts'
import { launchHere } from './launch-here.ts'

/** Starts the server like `start`, with this configuration, and returns the message of the failure. */
export async function refuseConfig(
  name: string,
  config: string | Uint8Array,
  args: string[] = [],
): Promise<string> {
  await using folder = createFolder({ [name]: config })
  const path = `${folder.path}/${name}`
  try {
    await (await launchHere(['--config', path, ...args])).close()
    return ''
  } catch (error) {
    expect((error as CommandFailure).exitCode).toBe(2)
    return (error as CommandFailure).message.replaceAll(path, name)
  }
}
