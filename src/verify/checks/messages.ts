import { isBroken, toMoot } from '../../judge/finding.ts'
import { type Ask, chunked } from '../../probes/ask.ts'
import { clientHeaders, nearContentTypes, wrongHeaders } from '../../probes/client-headers.ts'
import { bufferSizes, chunks } from '../../probes/framing.ts'
import { headerForms } from '../../probes/header-fields.ts'
import { jsonForms } from '../../probes/json.ts'
import { extraValues, otherForms } from '../../probes/json-values.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { judgeCreated } from '../judge-trial.ts'
import { sendAsk, sendPlant } from '../send-ask.ts'
import type { Check, Trial } from '../trial.ts'
import { toCheck } from './try-probe.ts'

/** Milliseconds between two pieces of a body: long enough for a service to read the first one. */
const pause = 15

/** Makes a trial of a body in pieces, or in chunks, that split letters, if the service accepts such letters. */
function tryPieces(size: number, headers?: Ask['headers']): Trial {
  const rule = 'accepts-body-in-pieces'
  return {
    title: `a body in ${headers ? 'chunks' : 'pieces'} of ${size} bytes`,
    async run(session) {
      function toOdd(): SentPlant {
        const plant = createPlainPlant(session)
        return { ...plant, name: `Löwenzahn 🌱🌿🍃 菊の花 ${plant.name}`, tag: `ééééééé${plant.tag}` }
      }
      async function isOddKept(): Promise<boolean> {
        const odd = toOdd()
        if (!session.inside.allows(odd)) return false
        const verdicts = judgeCreated(session, await sendPlant(session, odd), odd, { textRule: rule })
        const kept = verdicts.filter((verdict) => verdict.rule === rule)
        return kept.length > 0 && !kept.some(isBroken)
      }
      const plant = (await isOddKept()) ? toOdd() : createPlainPlant(session)
      const exchange = await sendAsk(session, { plant, pieceSize: size, pause, ...(headers && { headers }) })
      const ofForm = headers ? 'accepts-chunked-body' : rule
      const facts = { rule: ofForm, textRule: rule, deliveryRule: ofForm } as const
      return judgeCreated(session, exchange, plant, { ...facts, ...(headers && { legalStatus: 411 }) })
    },
  }
}

/** Replaces the trials of chunked bodies for a service with HTTP/1.0. */
const noChunks: Trial = {
  title: 'a body in chunks',
  run: async () => [
    toMoot('accepts-chunked-body', '/request', 'the service speaks HTTP/1.0, which has no chunks'),
  ],
}

/** Requests with the same meaning in another form that HTTP and JSON allow. */
export const messages: readonly Check[] = [
  ...[...headerForms, clientHeaders, nearContentTypes, wrongHeaders].map(toCheck),
  {
    rule: chunks.rule,
    trials: (session) => (session.memory.isHttp10 ? [noChunks] : toCheck(chunks).trials(session)),
  },
  {
    rule: 'accepts-body-in-pieces',
    trials: ({ memory }) => [
      ...[7, 8, 9, 30].map((size) => tryPieces(size)),
      tryPieces(11, memory.isHttp10 ? undefined : chunked),
    ],
  },
  ...[jsonForms, otherForms, extraValues, bufferSizes].map(toCheck),
]
