import { signal } from '@preact/signals'
import { encodeBasic } from '../../contract/security.ts'
import { adminToken, type Config, identity, isLocked } from './control-api.ts'
import { Alert, type Draft, Field, Form } from './controls.tsx'
import { config } from './state.ts'

const draft: Draft = signal({})

/** Asks for the admin token, which only this page keeps. */
export function Unlock() {
  function unlock(): void {
    adminToken.value = draft.value['token']?.trim() ?? ''
    isLocked.value = false
  }
  return (
    <main class="unlock">
      <h1>Mock</h1>
      <p>This mock has an admin token. The page keeps the token until you reload it.</p>
      <Form label="Unlock" submit="Unlock" onSubmit={unlock}>
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
  return { [parameter]: `Basic ${encodeBasic(value)}` }
}

/** Chooses the mock of a credential, if each has its own. */
export function ChooseCredential() {
  // The control API reads no others.
  const schemes = config.value?.securitySchemes.filter(({ in: place }) => place === 'header') ?? []
  function choose(): void {
    const { credential = '' } = draft.value
    const named = schemes.find(({ name }) => credential.startsWith(`${name}=`))
    const scheme = named ?? schemes[0]
    const value = credential.slice(named ? named.name.length + 1 : 0).trim()
    identity.value = scheme && value ? toHeader(scheme, value) : {}
  }
  const placeholder = schemes.length > 1 ? 'SCHEME=VALUE' : 'none'
  return (
    <Form label="Choose a mock" class="credential" submit="Show" onSubmit={choose}>
      <Field label="Mock of the credential" name="credential" draft={draft} placeholder={placeholder} />
    </Form>
  )
}
