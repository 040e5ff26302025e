import { describe } from 'vitest'
import { has } from '../tools/optional-tools.ts'
import { describeBookings } from './describe-bookings.ts'
import { describePage } from './everywhere.ts'
import { describeRequests } from './requests.ts'
import { describeTasks } from './tasks.ts'
import { useTab } from './use-tab.ts'
import { describeViews } from './views.ts'

describe.skipIf(!has('chromium'))('the page', () => {
  const tab = useTab()
  describeRequests(tab)
  describeViews(tab)
  describePage(tab)
  describeTasks(tab)
  describeBookings(tab)
})
