import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from './control-api.ts'
import { ConfirmButton, type Draft, Field, Form, useOutcome } from './controls.tsx'
import { Faults } from './faults.tsx'
import { place, toHash, type ViewName } from './place.ts'
import { Plants } from './plants.tsx'
import { Requests } from './requests.tsx'
import { Send } from './send.tsx'
import { isLocked, session } from './session.ts'
import { activeFaults, config, generation, isLive, requests, start } from './state.ts'

const views: Readonly<Record<ViewName, readonly [title: string, View: () => ComponentChildren]>> = {
  requests: ['Requests', Requests],
  plants: ['Plants', Plants],
  faults: ['Faults', Faults],
  send: ['Send', Send],
}

const tokenDraft: Draft = signal({})
const storeDraft: Draft = signal({})

/** Asks for the admin token, which only this page keeps. */
function Unlock() {
  async function unlock({ token = '' }: Record<string, string>): Promise<undefined> {
    session.adminToken.value = token.trim()
    isLocked.value = false
  }
  return (
    <main class="unlock">
      <h1>Plant Store inspector</h1>
      <p>
        This fake was started with <code>--admin-token</code>. The page keeps the token until you reload it.
      </p>
      <Form label="Unlock" draft={tokenDraft} submit="Unlock" onSubmit={unlock}>
        <Field label="Admin token" name="token" draft={tokenDraft} type="password" class="code" required />
      </Form>
      {session.adminToken.value !== '' && (
        <p class="outcome bad" role="alert">
          The fake refused this token.
        </p>
      )}
    </main>
  )
}

/** Chooses the store of a token, if each has its own. */
function ChooseStore() {
  async function choose({ token = '' }: Record<string, string>): Promise<undefined> {
    session.store.value = token.trim() && `Bearer ${token.trim()}`
  }
  return (
    <Form label="Choose a store" class="store" draft={storeDraft} submit="Show" onSubmit={choose}>
      <Field label="Store of the token" name="token" draft={storeDraft} class="code" placeholder="no token" />
    </Form>
  )
}

/** Says in every view that answers aren't the usual ones. */
function Mark() {
  const { faults, scenario } = activeFaults.value
  if (faults.length === 0 && scenario === undefined) return null
  const [{ fault, status, hold, requests: left } = {}] = faults
  const first = `${hold === undefined ? (fault ?? status ?? 'a delay') : 'a hold'}${typeof left === 'number' && left > 0 ? ` × ${left}` : ''}`
  const text = [
    faults.length > 1
      ? `${faults.length.toLocaleString('en')} faults`
      : faults.length === 1 && `Fault: ${first}`,
    scenario !== undefined && 'Scenario',
  ].filter(Boolean)
  return (
    <a class="status warn active" href="#/faults" title={scenario}>
      {text.join(', ')}
    </a>
  )
}

function Header() {
  const { attempt, message } = useOutcome()
  return (
    <header class="top">
      <h1>
        <img src="favicon.svg" alt="" width="18" height="18" />
        Plant Store
      </h1>
      <code class="address">{location.host}</code>
      <span class={isLive.value ? 'live on' : 'live'} role="status">
        {isLive.value ? 'Live' : 'Not connected'}
      </span>
      <Mark />
      <span class="spacer" />
      {config.value?.isolate !== undefined && <ChooseStore />}
      <ConfirmButton
        label="Reset"
        question="Go back to the seed, with no faults and an empty journal?"
        onConfirm={() => attempt(() => call('POST', '/reset'))}
      />
      {message}
    </header>
  )
}

/** The whole page. */
export function App() {
  const { view } = place.value
  const [title, View] = views[view]
  useEffect(start, [])
  useEffect(() => {
    document.title = `${title} – Plant Store inspector`
  }, [title])
  if (isLocked.value) return <Unlock />
  return (
    <>
      <Header />
      {isLive.value === false && (
        <p class="away" role="alert">
          The fake is not reachable. Is it still running? This is its last state, as of the loss of the
          connection.
        </p>
      )}
      <nav class="tabs" aria-label="Views">
        {Object.entries(views).map(([key, [label]]) => (
          <a
            key={key}
            href={toHash({ view: key as ViewName, query: '' })}
            aria-current={key === view ? 'page' : undefined}
          >
            {label}
            {key === 'requests' && requests.value.length > 0 && (
              <span class="count">{requests.value.length.toLocaleString('en')}</span>
            )}
          </a>
        ))}
      </nav>
      <main>
        <View key={`${view} ${generation.value}`} />
      </main>
    </>
  )
}
