import { test } from 'vitest'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

/** A key or a text to insert, and what the page shows then. */
type Action = readonly [how: 'press' | 'insertText', keys: string, shown: string]

const inForm = '[name=body]:focus'

/** What a person wants to do, and the few actions that it takes. */
const tasks: Readonly<Record<string, readonly Action[]>> = {
  'see why a request was rejected': [['press', 'ArrowDown', '.reason >> text=/id must be an integer']],
  'find the request of one test': [
    ['press', '/', '[type=search]:focus'],
    ['insertText', 'x-test:checkout', '.list:has-text("1 of 500") a.row >> text=POST /plants · 999'],
  ],
  'send a request again with a change': [
    ['press', 'e', inForm],
    ['insertText', ' ', inForm],
    [
      'press',
      'Control+Enter',
      '.responses:has-text("Response 400"):has-text("Before 400") >> text=Request 501',
    ],
  ],
}

/** Describes what takes few actions, without a mouse. */
export function describeTasks(tab: Tab): void {
  test(`lets a keyboard ${Object.keys(tasks).join(', ')}`, () =>
    tab.inspect(
      async ({ page, go }) => {
        for (const [task, actions] of Object.entries(tasks)) {
          await go('#/requests')
          await page.locator('.count', { hasText: '500' }).waitFor()
          if (task.startsWith('send')) {
            await go('#/requests/500')
            await page.locator('.resend').waitFor()
            await page.locator('[type=search]').blur()
          }
          for (const [how, keys, shown] of actions) {
            await page.keyboard[how](keys)
            await page.locator(shown).first().waitFor()
          }
        }
      },
      {
        path: '#/requests',
        prepare: async ({ mock }) => {
          const one = { headers: { 'x-test': 'checkout' } }
          for (let id = 501; id < 999; id++) await sendPlant(mock, { id, name: 'Fern' })
          await sendPlant(mock, { id: 999, name: 'Checked out' }, one)
          await sendPlant(mock, '{"id":1.5,"name":"Fern"}')
        },
      },
    ))
}
