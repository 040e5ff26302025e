import { type Exchange, joinPieces, wasTaken } from '../http/exchange.ts'
import { toVerdict } from '../judge/finding.ts'
import { readPlant, readSent } from './find-hiding.ts'
import type { Ledger } from './ledger.ts'

/** How many plain plants must have come back right, and how many wrong with none right after them. */
const enough = 10

const plain = /^\{"id":\d+,"name":"[A-Za-z]+"(?:,"tag":"[A-Za-z]+")?\}$/
const places: readonly string[] = ['/response/body/name', '/response/body/tag']

/** Watches whether a service, from some request on, changes even plain texts. */
export interface TurnWatch {
  watch(exchange: Exchange): void
  /** Adds the finding, which explains all others about such texts. */
  report(ledger: Ledger): void
}

/** The plain plants of one form, since a service may change only tags, or capital letters, from the beginning. */
interface OfForm {
  right: number
  lastRight: number
  /** Those that came back wrong since. */
  wrong: Exchange[]
}

const toForm = ({ name, tag = '' }: { name?: unknown; tag?: unknown }): string =>
  `${name !== String(name).toLowerCase()} ${tag !== ''}`

export function createTurnWatch(): TurnWatch {
  const forms = new Map<string, OfForm>()
  return {
    watch(exchange) {
      const { number = 0, request } = exchange
      if (!wasTaken(exchange) || !plain.test(joinPieces(request).toString())) return
      const [sent, got] = [readSent(exchange), readPlant(exchange)]
      const form = forms.get(toForm(sent)) ?? { right: 0, lastRight: 0, wrong: [] }
      forms.set(toForm(sent), form)
      if (got.name !== sent.name || (sent.tag !== undefined && got.tag !== sent.tag)) {
        form.wrong.push(exchange)
        return
      }
      form.right++
      form.lastRight = Math.max(form.lastRight, number)
      form.wrong = form.wrong.filter((one) => (one.number ?? 0) > number)
    },
    report(ledger) {
      const turned = [...forms.values()].filter(
        ({ right, wrong }) => right >= enough && wrong.length >= enough,
      )
      const lastRight = Math.max(0, ...turned.map((form) => form.lastRight))
      const [first] = turned
        .flatMap(({ wrong }) => wrong)
        .toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
      if (first === undefined) return
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
      ledger.report(verdict, 'all requests', 'breakdown')
    },
  }
}
