import { test } from 'vitest'
import { sendPlant } from '../tools/send.ts'
import type { Tab } from './use-tab.ts'

/** A key or a text to insert, and what the page shows then. */
type Action = readonly [how: 'press' | 'insertText', keys: string, shown: string]

const inForm = '[name=body]:focus'

/** What a person wants to do at a place of the page, and the actions that it takes. */
const tasks: readonly { task: string; at: string; actions: readonly Action[] }[] = [
  {
    task: 'see why a request was rejected',
    at: '#/requests',
    actions: [['press', 'ArrowDown', '.reason >> text=/id must be an integer']],
  },
  {
    task: 'send a request again with a change',
    at: '#/requests/500',
    actions: [
      ['press', 'e', inForm],
      ['insertText', ' ', inForm],
      [
        'press',
        'Control+Enter',
        '.responses:has-text("Response 400"):has-text("Before 400") >> text=Request 501',
      ],
    ],
  },
  {
    task: 'find the request of one test',
    at: '#/requests',
    actions: [
      ['press', '/', '[type=search]:focus'],
      ['insertText', 'x-test:checkout', '.list:has-text("1 of 500") a.row >> text=POST /plants · 999'],
    ],
  },
]

/** Describes what takes few actions, without a mouse. */
export function describeTasks(tab: Tab): void {
  test.each(tasks)('lets a keyboard $task', ({ at, actions }) =>
    tab.inspect(
      async ({ page }) => {
        await page.locator('.count', { hasText: '500' }).waitFor()
        if (at.endsWith('500')) await page.locator('.resend').waitFor()
        for (const [how, keys, shown] of actions) {
          await page.keyboard[how](keys)
          await page.locator(shown).first().waitFor()
        }
      },
      {
        path: at,
        prepare: async ({ mock }) => {
          const one = { headers: { 'x-test': 'checkout' } }
          for (let id = 501; id < 999; id++) await sendPlant(mock, { id, name: 'Fern' })
          await sendPlant(mock, { id: 999, name: 'Checked out' }, one)
          await sendPlant(mock, '{"id":1.5,"name":"Fern"}')
        },
      },
    ),
  )
}
