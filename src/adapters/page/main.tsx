import { render } from 'preact'
import { App } from './app.tsx'

/** Whether a script of another page of this address, such as one of an upstream, can read and change this page. */
const isControlled = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

if (isControlled)
  document.body.textContent =
    'A service worker controls this address, so the page asks for no token here. Open it in a private window.'
else render(<App />, document.body)
