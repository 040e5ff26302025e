import type { Limits } from '../contract/generated/limits.ts'
import { createdStatus } from '../contract/generated/operation.ts'
import type { FailureName } from '../mock/failures.ts'
import { type FaultKind, faultEffects } from '../mock/faults/fault-kinds.ts'

const decisions: any = {}

import { Body } from './body.tsx'
import { call, type Entry, read } from './control-api.ts'
import { CopyButton, Empty, Status, toDuration, useRead } from './controls.tsx'
import { findMistakes } from './find-mistakes.ts'
import { Headers } from './headers.tsx'
import { config, lastNumber, requests } from './state.ts'
import { Facts } from './table.tsx'
import { Part } from './text.tsx'

const created = [
  '4. Endpoints, Create plant',
  'When a valid NewPlant body is sent with valid credentials, the service answers 200 with a Plant body, which has no id.',
] as const

/** Says what decided the answer: a fault, a row of the table of answers, and a section of the specification. */
export function Reason({ entry }: { entry: Entry }) {
  const { answer, failure, reason, fault, upstream } = entry
  const isCreated = answer?.status === createdStatus && upstream === undefined
  const [when = '', source] = decisions[failure as FailureName] ?? ['', isCreated ? created : undefined]
  const effect = faultEffects[fault as FaultKind]
  const facts = [
    [
      'Upstream',
      upstream && (
        <>
          to <code>{config.value?.upstream}</code>. The journal doesn't keep the bodies of such requests.
        </>
      ),
    ],
    [
      'Fault',
      fault && (
        <>
          <a href="#/faults">
            <code>{fault}</code>
          </a>
          {effect === undefined ? ' was injected' : `: ${effect}`}
        </>
      ),
    ],
    [
      'Table of answers',
      failure && (
        <>
          <code>{failure}</code>
          {fault === undefined && when && `: ${when.replaceAll('`', '')}`}
        </>
      ),
    ],
    [
      'Specification',
      source && (
        <>
          {source[0]}: <q>{source[1]}</q>
        </>
      ),
    ],
  ] as const
  return (
    <div
      class={`reason ${answer && answer.status > 0 && answer.status < 400 && fault === undefined ? 'good' : 'warn'}`}
    >
      {reason !== undefined && <p class="message">{reason}</p>}
      <Facts facts={facts} />
    </div>
  )
}

/** Shows the answer of an exchange. */
export function Answer({ entry }: { entry: Entry }) {
  const { answer, upstream } = entry
  if (!answer?.status)
    return (
      <p class="muted">{answer ? 'None: the connection was dropped.' : 'The request is still waiting.'}</p>
    )
  return (
    <>
      {upstream === undefined && <Body text={answer.body} />}
      <Headers headers={answer.headers} />
    </>
  )
}

/** Says what the journal doesn't have of a body, so that a copy isn't the same. */
function toLoss({ failure, fault, request }: Entry): string | undefined {
  if (failure === 'body-too-large' && fault === undefined)
    return 'The journal keeps only the beginning of this body.'
  if (request.body.includes('\ufffd'))
    return "Bytes of this body that aren't UTF-8 are shown, and copied, as U+FFFD."
  return undefined
}

function Exchange({ entry, onResend }: { entry: Entry; onResend: (entry: Entry) => void }) {
  const { number, time, request, duration, upstream } = entry
  const mistakes = findMistakes(entry, config.value?.limits as Limits | undefined)
  const isWrong = (failure: string) => entry.failure === failure && entry.fault === undefined
  const loss = toLoss(entry)
  async function readCommand(): Promise<string> {
    const command = await (await call('GET', `/requests/${number}?format=curl`)).text()
    // The number may be that of another request by now.
    if (!command.includes(time)) throw new Error('This request is gone.')
    return command
  }
  return (
    <>
      <p class="target">
        <code>
          <Part isWrong={isWrong('method-not-allowed')}>{request.method}</Part>
        </code>{' '}
        <code>
          <Part isWrong={isWrong('unknown-path')}>{request.path}</Part>
        </code>
      </p>
      <p class="muted">
        <time dateTime={time}>{new Date(time).toLocaleString()}</time>, {toDuration(duration)}
      </p>
      <Reason entry={entry} />
      <div class="actions">
        {upstream === undefined && (
          <button type="button" class="resend" title="Edit and resend (e)" onClick={() => onResend(entry)}>
            Edit and resend
          </button>
        )}
        <CopyButton label="Copy as curl" text={readCommand} />
        {request.body !== '' && (
          <CopyButton label={loss ? 'Copy what there is' : 'Copy body'} text={request.body} />
        )}
      </div>
      <h3>Request</h3>
      {isWrong('missing-body') ? (
        <p>
          <mark>The body is missing</mark>
        </p>
      ) : (
        upstream === undefined && <Body text={request.body} mistakes={mistakes} />
      )}
      {loss !== undefined && <p class="muted loss">{loss}</p>}
      <Headers headers={request.headers} wrong={mistakes.headers} />
      <h3>Answer</h3>
      <Answer entry={entry} />
    </>
  )
}

/** Says why there is no such request: it is to come, or it was there. */
const Missing = ({ number }: { number: string }) =>
  /^\d+$/.test(number) && Number(number) > lastNumber.value ? (
    <Empty title="This request hasn't arrived yet">
      <p>It appears here once it does.</p>
    </Empty>
  ) : (
    <Empty title="This request is gone">
      <p>
        The journal has the last {config.value?.journal.toLocaleString('en')} requests since the fake was
        started, or the journal was emptied.
      </p>
    </Empty>
  )

/** Shows a whole exchange. */
export function RequestDetails({
  number,
  onClose,
  onResend,
}: {
  number: string
  onClose: () => void
  onResend: (entry: Entry) => void
}) {
  // The list is the source: the details are those of its entry, and read again once that has its answer.
  const listed = requests.value.findLast((request) => `${request.number}` === number)
  const { found, problem } = useRead<Entry>(
    async () => (listed === undefined ? undefined : read(`/requests/${number}`)),
    number,
    listed?.time,
    listed?.status,
  )
  const entry =
    listed !== undefined && found?.number === listed.number && found.time === listed.time ? found : undefined
  return (
    <section class="details" aria-label={`Request ${number}`} tabIndex={-1}>
      <header>
        <h2>
          Request {number}{' '}
          {entry !== undefined && <Status status={entry.answer?.status} fault={entry.fault} />}
        </h2>
        <button type="button" aria-label="Close the request" title="Close (Escape)" onClick={onClose}>
          Close
        </button>
      </header>
      {listed === undefined && <Missing number={number} />}
      {listed !== undefined && problem !== '' && <Empty title="This request can't be read">{problem}</Empty>}
      {entry !== undefined && <Exchange entry={entry} onResend={onResend} />}
    </section>
  )
}
