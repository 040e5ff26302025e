import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from './control-api.ts'
import { ConfirmButton, Field, onSubmit, readForm, useOutcome } from './controls.tsx'
import { FakeDecisions } from './fake-decisions.tsx'
import { Faults } from './faults.tsx'
import { Plants } from './plants.tsx'
import { Requests } from './requests.tsx'
import { SendPlant } from './send-plant.tsx'
import { isLocked, session } from './session.ts'
import { config, isLive, place, requests, start } from './state.ts'

const views: Readonly<Record<string, readonly [title: string, View: () => ComponentChildren]>> = {
  requests: ['Requests', Requests],
  plants: ['Plants', Plants],
  faults: ['Faults', Faults],
  decisions: ['Decisions', FakeDecisions],
  send: ['Send', SendPlant],
}

/** Asks for the admin token, which only this page keeps. */
function Unlock() {
  const unlock = (form: HTMLFormElement) => {
    session.adminToken.value = readForm(form)['token'] ?? ''
    isLocked.value = false
  }
  return (
    <main class="unlock">
      <h1>Plant Store inspector</h1>
      <form onSubmit={onSubmit(unlock)}>
        <p>
          This fake was started with <code>--admin-token</code>. The page keeps the token until you reload it.
        </p>
        <Field label="Admin token">
          <input name="token" type="password" class="code" autocomplete="off" required />
        </Field>
        <button type="submit" class="primary">
          Unlock
        </button>
        {session.adminToken.value !== '' && (
          <p class="outcome bad" role="alert">
            The fake refused this token.
          </p>
        )}
      </form>
    </main>
  )
}

/** Chooses the store of a token, if each has its own. */
function ChooseStore() {
  const { storeToken } = session
  const choose = (form: HTMLFormElement) => {
    storeToken.value = readForm(form)['token'] ?? ''
  }
  return (
    <form class="store" aria-label="Choose a store" onSubmit={onSubmit(choose)}>
      <Field label="Store of the token">
        <input
          name="token"
          class="code"
          autocomplete="off"
          spellcheck={false}
          placeholder="no token"
          key={storeToken.value}
          defaultValue={storeToken.value}
        />
      </Field>
      <button type="submit">Show</button>
    </form>
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
  const [name = 'requests'] = place.value
  const [title, View] = (Object.hasOwn(views, name) && views[name]) || ['Requests', Requests]
  useEffect(start, [])
  useEffect(() => {
    document.title = `${title} – Plant Store inspector`
  }, [title])
  if (isLocked.value) return <Unlock />
  return (
    <>
      <Header />
      <nav class="tabs" aria-label="Views">
        {Object.entries(views).map(([key, [label]]) => (
          <a key={key} href={`#/${key}`} aria-current={label === title ? 'page' : undefined}>
            {label}
            {key === 'requests' && requests.value.length > 0 && (
              <span class="count">{requests.value.length.toLocaleString('en')}</span>
            )}
          </a>
        ))}
      </nav>
      <main>
        <View />
      </main>
    </>
  )
}
