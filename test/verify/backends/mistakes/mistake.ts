import type { Limits } from '../../../../src/contract/limits.ts'
import type { RuleId } from '../../../../src/judge/generated/rules.ts'
import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange } from '../parts.ts'

/** A backend with one planted mistake. */
export interface Mistake {
  title: string
  /** The rule of `contracts/rules.yaml` that is broken. */
  rule: RuleId
  backend: Overrides
  /** Rules that this mistake cannot help but break as well. */
  also?: readonly RuleId[]
  /** The limits that are declared. */
  limits?: Limits
}

/** Makes a backend that changes the texts that it answers with. */
export function changeTexts(change: (text: string) => string): Overrides {
  return {
    toBody: ({ name, tag }) => ({ name: change(name), tag: tag === undefined ? tag : change(tag) }),
  }
}

/** Makes a backend that changes the name that it answers with, and leaves the tag alone. */
export function changeName(change: (name: string) => unknown): Overrides {
  return { toBody: ({ name, tag }) => ({ name: change(name), tag }) }
}

/** Makes a backend that changes the tag that it answers with, where there is one. */
export function changeTag(change: (tag: string) => unknown): Overrides {
  return { toBody: ({ name, tag }) => ({ name, tag: tag === undefined ? tag : change(tag) }) }
}

/** Makes a backend that reads JSON after a change to its text, where it cannot read the text itself. */
export function repairJson(repair: (text: string) => string): Overrides {
  return {
    parse(text) {
      try {
        return correct.parse(text)
      } catch {
        return correct.parse(repair(text))
      }
    },
  }
}

/** Makes a backend that takes an Authorization header in cases in which it should not. */
export function alsoAuthorize(
  isTaken: (authorization: string | undefined, token: string | undefined) => boolean,
): Overrides {
  return {
    isAuthorized: (authorization) =>
      correct.isAuthorized(authorization) ||
      isTaken(authorization, /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]),
  }
}

/** Waits for an answer that never comes, until the client has gone. */
export function waitForever({ request }: Exchange): Promise<never> {
  return new Promise((_, reject) => request.socket.once('close', () => reject(new Error('gone'))))
}

/** Makes a backend whose Error is another object. */
export function withError(toError: (message: string) => unknown): Overrides {
  return { toError: (_status, { message }) => toError(message) }
}
