import { setupWorker } from 'msw/browser'
import { browserStorage, createHandlers } from '../../../src/msw/create-handlers.ts'

const key = new URLSearchParams(location.search).get('storage')
const handlers = createHandlers(
  { seed: [{ id: 1, name: 'Monstera' }], ...(key !== null && { storage: browserStorage(key) }) },
  { baseUrl: './' },
)
const { store } = handlers
const find = <Type extends Element>(selector: string): Type => document.querySelector(selector) as Type

async function showPlants(): Promise<void> {
  const plants = await store.plants.list()
  const items = plants.map(({ id, name, tag }) => {
    const item = document.createElement('li')
    item.textContent = [id, name, tag].filter((part) => part !== undefined).join(' ')
    return item
  })
  find('ul').replaceChildren(...items)
}

/** Sends the id as the digits that were typed, which a number might not hold. */
function addPlant(form: HTMLFormElement): Promise<Response> {
  const { id, name, tag, token } = Object.fromEntries(new FormData(form)) as Record<string, string>
  const rest = JSON.stringify({ name, ...(tag && { tag }) }).slice(1)
  return fetch('/plants', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: `{"id":${id},${rest}`,
  })
}

async function describe(response: Response): Promise<string> {
  const { name, message } = await response.json()
  return response.ok ? `added ${name}` : `${response.status}: ${message}`
}

const sendByXhr = (url: string, body: string): Promise<[status: number, body: string]> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('Authorization', 'Bearer local-token')
    request.setRequestHeader('Content-Type', 'application/json')
    request.onload = () => resolve([request.status, request.responseText])
    request.onerror = reject
    request.send(body)
  })

find('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const output = find('output')
  output.textContent = ''
  output.textContent = await addPlant(event.target as HTMLFormElement)
    .then(describe)
    .catch((error: Error) => `failed: ${error.name}`)
  await showPlants().finally(() => dispatchEvent(new Event('shown')))
})

/** Fills in the form and sends it; resolves to what the page shows then. */
async function submit(fields: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(fields)) find<HTMLInputElement>(`[name=${name}]`).value = text
  const shown = new Promise((resolve) => {
    addEventListener('shown', resolve, { once: true })
  })
  find<HTMLButtonElement>('button').click()
  await shown
  return find('output').textContent ?? ''
}

await setupWorker(...handlers).start({ quiet: true })
// For tests to reach, which are not in the page themselves.
Object.assign(globalThis, { store, sendByXhr, submit })
await showPlants()
document.body.dataset['ready'] = 'true'
