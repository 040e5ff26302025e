import { type FaultKind, faultEffects } from '../../mock/faults/fault-kinds.ts'
import { Body } from './body.tsx'
import { call, type Entry, read } from './control-api.ts'
import { Action, copy, Empty, Status, toCount, toDuration, useRead } from './controls.tsx'
import { config, lastNumber, requests } from './state.ts'
import { Facts } from './table.tsx'

/** Says what decided the response: what the request meant, why it was rejected, and a fault. */
export function Reason({ entry }: { entry: Entry }) {
  const { response, operation, created, failure, reason, fault, upstream, callbacks = [] } = entry
  const isGood = response && response.status > 0 && response.status < 400 && fault === undefined
  return (
    <div class={`reason ${isGood ? 'good' : 'warn'}`}>
      {reason !== undefined && <p class="message">{reason}</p>}
      <Facts
        facts={[
          ['Operation', operation],
          ['Created', created && `a record of ${created}`],
          ['Upstream', upstream && `to ${config.value?.upstream}; the journal doesn't keep such bodies`],
          ['Fault', fault && `${fault}: ${faultEffects[fault as FaultKind] ?? 'it was injected'}`],
          ['Failure', failure],
          ...callbacks.map(
            ({ name, method, url, status, error = 'it waits for its response' }) =>
              [`Callback ${name}`, `${method} ${url}: ${status ?? error}`] as const,
          ),
        ]}
      />
    </div>
  )
}

export function Response({ entry: { response, upstream } }: { entry: Entry }) {
  if (response === undefined) return <p class="muted">The request is still waiting.</p>
  if (response.status === 0) return <p class="muted">None: the connection was dropped.</p>
  return (
    <>
      {upstream === undefined && <Body text={response.body} />}
      <Facts class="headers" facts={Object.entries(response.headers)} />
    </>
  )
}

/** Lists the wrong values of a body, as JSON pointers: the reason names each at the beginning of its part. */
const findWrong = ({ failure, fault, reason = '' }: Entry): string[] =>
  failure === 'invalid-body' && fault === undefined
    ? [...reason.matchAll(/(?:^|; )(\/\S*) must /g)].map(([, pointer = '']) => pointer)
    : []

/** Says what the journal doesn't have of a body, so that a copy isn't the same. */
function toLoss({ failure, fault, request }: Entry): string | undefined {
  if (failure === 'body-too-large' && !fault) return 'The journal keeps only the beginning of this body.'
  const isText = !request.body.includes('\ufffd')
  return isText ? undefined : "Bytes of this body that aren't UTF-8 are shown, and copied, as U+FFFD."
}

interface DetailsProps {
  number: string
  onClose: () => void
  onResend: (entry: Entry) => unknown
}

function Exchange({ entry, onResend }: { entry: Entry } & Pick<DetailsProps, 'onResend'>) {
  const { number, time, request, duration, upstream } = entry
  const loss = toLoss(entry)
  async function copyCommand(): Promise<string> {
    const command = await (await call('GET', `/requests/${number}?format=curl`)).text()
    // The number may be that of another request by now.
    if (!command.includes(time)) throw new Error('This request is gone.')
    return copy(command)
  }
  return (
    <>
      <p class="target">
        <code>{`${request.method} ${request.path}`}</code>
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
        <Action text="Copy as curl" run={copyCommand} />
        {request.body !== '' && (
          <Action text={loss ? 'Copy what there is' : 'Copy body'} run={() => copy(request.body)} />
        )}
      </div>
      <h3>Request</h3>
      {upstream === undefined && <Body text={request.body} wrong={findWrong(entry)} />}
      {loss !== undefined && <p class="muted loss">{loss}</p>}
      <Facts class="headers" facts={Object.entries(request.headers)} />
      <h3>Response</h3>
      <Response entry={entry} />
    </>
  )
}

/** Says why there is no such request: it is to come, or it was there. */
function Missing({ number }: { number: string }) {
  if (Number(number) > lastNumber.value) return <Empty title="This request hasn't arrived yet" />
  const kept = toCount(config.value?.journal ?? 0, 'request')
  return <Empty title="This request is gone">The journal has the last {kept}, unless it was emptied.</Empty>
}

export function RequestDetails({ number, onClose, onResend }: DetailsProps) {
  // The list is the source: the details are those of its entry, and read again once that has its response.
  const listed = requests.value.findLast((request) => `${request.number}` === number)
  const reading = async () => (listed === undefined ? undefined : read<Entry>(`/requests/${number}`))
  const { found, problem } = useRead(reading, number, listed?.time, listed?.status)
  const entry = found && found.number === listed?.number && found.time === listed.time ? found : undefined
  return (
    <section class="details" aria-label={`Request ${number}`} tabIndex={-1}>
      <header>
        <h2>
          Request {number} {entry && <Status status={entry.response?.status} fault={entry.fault} />}
        </h2>
        <button type="button" aria-label="Close the request" title="Close (Escape)" onClick={onClose}>
          Close
        </button>
      </header>
      {listed === undefined && <Missing number={number} />}
      {listed !== undefined && problem !== '' && <Empty title="This request can't be read">{problem}</Empty>}
      {entry && <Exchange entry={entry} onResend={onResend} />}
    </section>
  )
}
