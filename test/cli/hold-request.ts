import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { vi } from 'vitest'
import { hangLimit } from '../tools/hang-limit.ts'
import { sendPlant } from '../tools/send.ts'

/** A request in progress. */
export interface HeldRequest {
  /** Its status; rejects if the connection is cut. */
  status: Promise<number>
  /** Resolves when the server closes its idle connections, which is its first step when it stops. */
  stopping: Promise<void>
}

/** Sends a plant and returns once the server has the request, which it answers late. */
export async function holdRequest(url: string): Promise<HeldRequest> {
  const status = sendPlant(url).then((answer) => answer.status)
  // A test that awaits the status gets the failure; a test that ends earlier doesn't need it.
  status.catch(() => {})
  // The journal has a request from its arrival.
  await vi.waitUntil(async () => {
    const journal = await fetch(new URL('/__admin/requests', url))
    return (await journal.text()).includes('/plants')
  }, hangLimit)
  const agent = new Agent({ keepAlive: true })
  const idle = await new Promise<Socket>((resolve, reject) => {
    request(new URL('/__admin/health', url), { agent }, (response) => {
      const { socket } = response
      response.resume().on('end', () => resolve(socket))
    })
      .on('error', reject)
      .end()
  })
  return { status, stopping: new Promise((resolve) => idle.once('close', () => resolve())) }
}
