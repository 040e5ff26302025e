import type { Operation } from '../contract/contract.ts'
import { type Exchange, readStatus } from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import type { Bench } from './bench.ts'
import type { Health, ServiceCondition } from './condition.ts'
import type { UnjudgedReason } from './options.ts'
import { makePlain } from './plain.ts'

/** Milliseconds in which a service may restart, and those between two tries. */
const restart = 5000
const pause = 250

/** What is taken says nothing about the service. */
function isAccepted(exchange: Exchange): boolean {
  const status = readStatus(exchange) ?? 500
  return status < 400 || status === 409
}

function toReason(exchange: Exchange, { sender }: Bench): UnjudgedReason {
  const status = readStatus(exchange)
  const seen = exchange.outcome.kind === 'answer' ? `it gets ${status}` : exchange.outcome.message
  const isOfToken = status === 401 || status === 403
  const advice = isOfToken ? '. If a token expired, pass --token-command to renew it' : ''
  return {
    kind: 'changed',
    message: `a plain request was accepted before, but not after ${sender.sent} requests: ${seen}${advice}`,
    exchange,
  }
}

/** @param stop ends the run */
export function createHealth(toBench: () => Bench, stop: () => void): Health {
  let watched: Operation | undefined
  let reason: UnjudgedReason | undefined
  let running: Promise<ServiceCondition> | undefined

  /** Sends a plain request; if it is rejected, one with other strings, in case that only what is stored is rejected. */
  async function send(): Promise<Exchange | undefined> {
    const bench = toBench()
    let last: Exchange | undefined
    for (const isVaried of [false, true]) {
      const plain = watched && (await makePlain(bench, watched, isVaried ? { isVaried } : {}))
      if (typeof plain !== 'object') return last
      last = await bench.send(plain)
      if (isAccepted(last)) return last
    }
    return last
  }

  async function check(): Promise<ServiceCondition> {
    const first = await send()
    if (first === undefined || isAccepted(first)) return 'same'
    const { signal } = toBench()
    let last = first
    for (const end = performance.now() + restart; performance.now() < end && !signal.aborted; ) {
      await sleep(pause, signal)
      last = (await send()) ?? last
      if (isAccepted(last)) return 'recovered'
    }
    reason = toReason(last, toBench())
    stop()
    return (readStatus(last) ?? 500) < 500 ? 'changed' : 'broken'
  }

  return {
    watch(operation) {
      watched ??= operation
    },
    check() {
      running ??= check().finally(() => {
        running = undefined
      })
      return running
    },
    get reason() {
      return reason
    },
  }
}
