import { describe } from 'vitest'
import { has } from '../tools/optional-tools.ts'
import { describeControls } from './controls.ts'
import { describePage } from './page.ts'
import { describeRequests } from './requests.ts'
import { useTab } from './use-tab.ts'

describe.skipIf(!has('chromium'))('the inspector', () => {
  const tab = useTab()
  describeRequests(tab)
  describeControls(tab)
  describePage(tab)
})
