import { useEffect } from 'preact/hooks'
import { call, type Fault, isLocked } from './control-api.ts'
import { Action, Alert, toCount } from './controls.tsx'
import { ChooseCredential, Unlock } from './credentials.tsx'
import { Faults } from './faults.tsx'
import { place, toHash, viewNames } from './place.ts'
import { Records } from './records.tsx'
import { Requests } from './requests.tsx'
import { Send } from './send.tsx'
import { activeFaults, config, generation, isLive, requests, start } from './state.ts'

const views = { requests: Requests, records: Records, faults: Faults, send: Send }

const toLabel = (view: string): string => view.charAt(0).toUpperCase() + view.slice(1)

/** Names a fault, as in `Fault: 503 × 3`. */
const toMark = ({ hold, fault, status, requests: left }: Fault): string =>
  `Fault: ${hold === undefined ? (fault ?? status ?? 'a delay') : 'a hold'}${left === 'forever' ? '' : ` × ${left}`}`

/** Says in every view that responses aren't the usual ones. */
function Mark() {
  const { faults, scenario } = activeFaults.value
  const marks = faults.length > 1 ? [toCount(faults.length, 'fault')] : faults.map(toMark)
  if (scenario !== undefined) marks.push('Scenario')
  if (marks.length === 0) return null
  return (
    <a class="status warn active" href="#/faults" title={scenario}>
      {marks.join(', ')}
    </a>
  )
}

const resetQuestion = 'Go back to the seed, with no faults and an empty journal?'

export function App() {
  const { view } = place.value
  const View = views[view]
  const title = config.value?.title || 'Mock'
  const count = requests.value.length
  useEffect(start, [])
  useEffect(() => {
    document.title = `${toLabel(view)} – ${title}`
  }, [view, title])
  if (isLocked.value) return <Unlock />
  return (
    <>
      <header class="top">
        <h1>
          <img src="favicon.svg" alt="" width="18" height="18" />
          {title}
        </h1>
        <code class="address">{location.host}</code>
        <span class={isLive.value ? 'live on' : 'live'} role="status">
          {isLive.value ? 'Live' : 'Not connected'}
        </span>
        <Mark />
        <span class="spacer" />
        {config.value?.isolate !== undefined && <ChooseCredential />}
        <Action text="Reset" ask={resetQuestion} run={() => call('POST', '/reset')} />
      </header>
      <Alert>{isLive.value === false && 'The mock is not reachable. This is its last state.'}</Alert>
      <nav class="tabs" aria-label="Views">
        {viewNames.map((name) => (
          <a key={name} href={toHash({ view: name })} aria-current={name === view ? 'page' : undefined}>
            {toLabel(name)}
            {name === 'requests' && count > 0 && <span class="count">{count.toLocaleString('en')}</span>}
          </a>
        ))}
      </nav>
      <main>
        <View key={`${view} ${generation.value}`} />
      </main>
    </>
  )
}
