import { type Exchange, joinPieces, wasTaken } from '../http/exchange.ts'
import { toVerdict } from '../judge/finding.ts'
import { readPlant, readSent } from './find-hiding.ts'
import type { Ledger } from './ledger.ts'

/** How many plain plants must have come back wrong, and none right after them. */
const enough = 3

const plain = /^\{"id":\d+,"name":"[A-Za-z]+"(?:,"tag":"[A-Za-z]+")?\}$/
const places: readonly string[] = ['/response/body/name', '/response/body/tag']

/** Watches whether a service, from some request on, changes even plain texts. */
export interface TurnWatch {
  watch(exchange: Exchange): void
  /** Adds the finding, which explains all others about such texts. */
  report(ledger: Ledger): void
}

export function createTurnWatch(): TurnWatch {
  let lastRight = 0
  let wrong: Exchange[] = []
  return {
    watch(exchange) {
      const { number = 0, request } = exchange
      if (!wasTaken(exchange) || !plain.test(joinPieces(request).toString())) return
      const [sent, got] = [readSent(exchange), readPlant(exchange)]
      const isRight = got.name === sent.name && (sent.tag === undefined || got.tag === sent.tag)
      if (!isRight) wrong.push(exchange)
      else if (number > lastRight) {
        lastRight = number
        wrong = wrong.filter((one) => (one.number ?? 0) > number)
      }
    },
    report(ledger) {
      const [first] = wrong.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
      if (first === undefined || lastRight === 0 || wrong.length < enough) return
      const [sent, got] = [readSent(first), readPlant(first)]
      const member = got.name === sent.name ? 'tag' : 'name'
      const problem = `plain plants came back as they were sent until request ${lastRight}; after that, the ${member} ${JSON.stringify(sent[member])} came back as ${JSON.stringify(got[member]) ?? 'nothing'}`
      const rule = 'still-answers'
      for (const broken of ledger.broken()) {
        const log = ledger.of(broken)
        log.findings = log.findings.map((one) =>
          places.includes(one.place) ? { ...one, hiddenBy: one.hiddenBy ?? rule } : one,
        )
      }
      const verdict = { ...toVerdict(rule, places[0] ?? '', problem), exchanges: [first] }
      ledger.count([verdict])
      ledger.add({ ...verdict, cause: 'breakdown', trials: [{ title: 'all requests' }] })
    },
  }
}
