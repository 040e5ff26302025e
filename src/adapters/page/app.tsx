import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { adminToken, type Config, call, identity, isLocked } from './control-api.ts'
import { Action, Alert, type Draft, Field, Form, toCount } from './controls.tsx'
import { Faults } from './faults.tsx'
import { place, toHash, type ViewName } from './place.ts'
import { Records } from './records.tsx'
import { Requests } from './requests.tsx'
import { Send } from './send.tsx'
import { activeFaults, config, generation, isLive, requests, start } from './state.ts'

const views: Readonly<Record<ViewName, readonly [title: string, View: () => ComponentChildren]>> = {
  requests: ['Requests', Requests],
  records: ['Records', Records],
  faults: ['Faults', Faults],
  send: ['Send', Send],
}

const draft: Draft = signal({})

/** Asks for the admin token, which only this page keeps. */
function Unlock() {
  async function unlock({ token = '' }: Record<string, string>): Promise<undefined> {
    adminToken.value = token.trim()
    isLocked.value = false
  }
  return (
    <main class="unlock">
      <h1>Mock</h1>
      <p>This mock has an admin token. The page keeps the token until you reload it.</p>
      <Form label="Unlock" draft={draft} submit="Unlock" onSubmit={unlock}>
        <Field label="Admin token" name="token" draft={draft} type="password" class="code" required />
      </Form>
      <Alert>{adminToken.value !== '' && 'The mock rejected this token.'}</Alert>
    </main>
  )
}

/** Writes the header with a credential. */
function toHeader({ kind, parameter }: Config['securitySchemes'][number], value: string) {
  if (kind === 'apiKey') return { [parameter]: value }
  if (kind !== 'basic') return { [parameter]: `Bearer ${value}` }
  return { [parameter]: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}` }
}

/** Chooses the mock of a credential, if each has its own. */
function ChooseCredential() {
  // The control API reads no others.
  const schemes = config.value?.securitySchemes.filter(({ in: place }) => place === 'header') ?? []
  async function choose({ credential = '' }: Record<string, string>): Promise<undefined> {
    const named = schemes.find(({ name }) => credential.startsWith(`${name}=`))
    const scheme = named ?? schemes[0]
    const value = credential.slice(named ? named.name.length + 1 : 0).trim()
    identity.value = scheme && value ? toHeader(scheme, value) : {}
  }
  const placeholder = schemes.length > 1 ? 'SCHEME=VALUE' : 'none'
  return (
    <Form label="Choose a mock" class="credential" draft={draft} submit="Show" onSubmit={choose}>
      <Field label="Mock of the credential" name="credential" draft={draft} placeholder={placeholder} />
    </Form>
  )
}

/** Says in every view that responses aren't the usual ones. */
function Mark() {
  const { faults, scenario } = activeFaults.value
  if (faults.length === 0 && scenario === undefined) return null
  const names = faults.map(
    ({ hold, fault, status, requests: left }) =>
      `Fault: ${hold === undefined ? (fault ?? status ?? 'a delay') : 'a hold'}${left === 'forever' ? '' : ` × ${left}`}`,
  )
  const marks = [names.length > 1 ? toCount(names.length, 'fault') : names[0], scenario && 'Scenario']
  return (
    <a class="status warn active" href="#/faults" title={scenario}>
      {marks.filter(Boolean).join(', ')}
    </a>
  )
}

/** The title of the description. */
const toTitle = (): string => config.value?.title || 'Mock'

const Header = () => (
  <header class="top">
    <h1>
      <img src="favicon.svg" alt="" width="18" height="18" />
      {toTitle()}
    </h1>
    <code class="address">{location.host}</code>
    <span class={isLive.value ? 'live on' : 'live'} role="status">
      {isLive.value ? 'Live' : 'Not connected'}
    </span>
    <Mark />
    <span class="spacer" />
    {config.value?.isolate !== undefined && <ChooseCredential />}
    <Action
      text="Reset"
      ask="Go back to the seed, with no faults and an empty journal?"
      run={() => call('POST', '/reset')}
    />
  </header>
)

/** The whole page. */
export function App() {
  const { view } = place.value
  const [title, View] = views[view]
  useEffect(start, [])
  useEffect(() => {
    document.title = `${title} – ${toTitle()}`
  }, [title, toTitle()])
  if (isLocked.value) return <Unlock />
  return (
    <>
      <Header />
      <Alert>{isLive.value === false && 'The mock is not reachable. This is its last state.'}</Alert>
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
