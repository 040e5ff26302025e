import type { Overrides } from '../create-backend.ts'
import { correct, type Exchange } from '../parts.ts'

/** A backend with one planted mistake. */
export interface Mistake {
  title: string
  backend: Overrides
}

/** Makes a backend that changes the texts in its answers. */
export function changeTexts(change: (text: string) => string): Overrides {
  return {
    toBody: ({ name, tag }) => ({ name: change(name), tag: tag === undefined ? tag : change(tag) }),
  }
}

/** Makes a backend that changes the name in its answers, but not the tag. */
export function changeName(change: (name: string) => unknown): Overrides {
  return { toBody: ({ name, tag }) => ({ name: change(name), tag }) }
}

/** Makes a backend that changes the tag in its answers, if there is one. */
export function changeTag(change: (tag: string) => unknown): Overrides {
  return { toBody: ({ name, tag }) => ({ name, tag: tag === undefined ? tag : change(tag) }) }
}

/** Makes a backend that edits texts that aren't JSON and parses them again. */
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

/** Makes a backend that accepts some Authorization headers that it should refuse. */
export function alsoAuthorize(
  isTaken: (authorization: string | undefined, token: string | undefined) => boolean,
): Overrides {
  return {
    isAuthorized: (authorization) =>
      correct.isAuthorized(authorization) ||
      isTaken(authorization, /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]),
  }
}

/** Never answers, and returns once the client has disconnected. */
export function waitForever({ request }: Exchange): Promise<never> {
  return new Promise((_, reject) => request.socket.once('close', () => reject(new Error('gone'))))
}

/** Makes a backend whose Error is another object. */
export function withError(toError: (message: string) => unknown): Overrides {
  return { toError: (_status, { message }) => toError(message) }
}
