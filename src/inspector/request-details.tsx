import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Limits } from '../contract/generated/limits.ts'
import { createdStatus } from '../contract/generated/operation.ts'
import { Body } from './body.tsx'
import { call, type Entry, read, toMessage } from './control-api.ts'
import { CopyButton, Empty, Status, toDuration } from './controls.tsx'
import { connectionFaults, created, decisions } from './decisions.ts'
import { findMistakes } from './find-mistakes.ts'
import { Headers } from './headers.tsx'
import { session } from './session.ts'
import { config, requests } from './state.ts'

/** Says what decided the answer: a fault, a row of the table of answers, and a section of the specification. */
function Reason({ entry }: { entry: Entry }) {
  const { answer, failure, reason, fault, upstream } = entry
  const isCreated = answer?.status === createdStatus && upstream === undefined
  const decision = failure === undefined ? (isCreated ? created : undefined) : decisions[failure]
  return (
    <div
      class={`reason ${answer && answer.status > 0 && answer.status < 400 && fault === undefined ? 'good' : 'warn'}`}
    >
      {reason !== undefined && <p class="message">{reason}</p>}
      <dl>
        {upstream && (
          <div>
            <dt>Upstream</dt>
            <dd>
              to <code>{config.value?.upstream}</code>. The journal doesn't keep the bodies of such requests.
            </dd>
          </div>
        )}
        {fault !== undefined && (
          <div>
            <dt>Fault</dt>
            <dd>
              <a href="#/faults">
                <code>{fault}</code>
              </a>
              {connectionFaults[fault] === undefined ? ' was injected' : `: ${connectionFaults[fault]}`}
            </dd>
          </div>
        )}
        {failure !== undefined && (
          <div>
            <dt>Table of answers</dt>
            <dd>
              <a href={`#/decisions/${failure}`}>
                <code>{failure}</code>
              </a>
              {fault === undefined && decision !== undefined && `: ${decision.when}`}
            </dd>
          </div>
        )}
        {decision !== undefined && (
          <div>
            <dt>Specification</dt>
            <dd>
              {decision.section}: <q>{decision.says}</q>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function Exchange({ entry }: { entry: Entry }) {
  const { number, time, request, answer, duration, upstream } = entry
  const mistakes = findMistakes(entry, config.value?.limits as Limits | undefined)
  const isWrong = (failure: string) => entry.failure === failure && entry.fault === undefined
  const readCommand = async () => (await call('GET', `/requests/${number}?format=curl`)).text()
  return (
    <>
      <p class="target">
        <code>{isWrong('method-not-allowed') ? <mark>{request.method}</mark> : request.method}</code>{' '}
        <code>{isWrong('unknown-path') ? <mark>{request.path}</mark> : request.path}</code>
      </p>
      <p class="muted">
        <time dateTime={time}>{new Date(time).toLocaleString()}</time>, {toDuration(duration)}
      </p>
      <Reason entry={entry} />
      <div class="actions">
        <CopyButton label="Copy as curl" text={readCommand} />
        {request.body !== '' && <CopyButton label="Copy body" text={request.body} />}
      </div>
      <h3>Request</h3>
      {isWrong('missing-body') ? (
        <p>
          <mark>The body is missing</mark>
        </p>
      ) : (
        upstream === undefined && <Body text={request.body} mistakes={mistakes} />
      )}
      {isWrong('body-too-large') && <p class="muted">The journal keeps only the beginning of this body.</p>}
      <Headers headers={request.headers} wrong={mistakes.headers} />
      <h3>Answer</h3>
      {!answer?.status ? (
        <p class="muted">{answer ? 'None: the connection was dropped.' : 'The request is still waiting.'}</p>
      ) : (
        <>
          {upstream === undefined && <Body text={answer.body} />}
          <Headers headers={answer.headers} />
        </>
      )}
    </>
  )
}

/** Shows a whole exchange. */
export function RequestDetails({ number }: { number: string }) {
  const entry = useSignal<Entry | undefined>(undefined)
  const problem = useSignal('')
  // A request that waits is read again once it has its answer.
  const status = requests.value.findLast((request) => `${request.number}` === number)?.status
  useEffect(() => {
    let isCurrent = true
    read<Entry>(`/requests/${encodeURIComponent(number)}`).then(
      (found) => {
        if (!isCurrent) return
        entry.value = found
        problem.value = ''
      },
      (error) => {
        if (!isCurrent) return
        entry.value = undefined
        problem.value = toMessage(error)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [number, status, session.storeToken.value])
  // The entry of another request stays until this one is read.
  const shown = `${entry.value?.number}` === number ? entry.value : undefined
  return (
    <section class="details" aria-label={`Request ${number}`}>
      <header>
        <h2>
          Request {number} {shown !== undefined && <Status status={shown.answer?.status} />}
        </h2>
        <a class="close" href="#/requests" aria-label="Close the request">
          Close
        </a>
      </header>
      {problem.value !== '' && <Empty title="This request is gone">{problem}</Empty>}
      {shown !== undefined && <Exchange entry={shown} />}
    </section>
  )
}
