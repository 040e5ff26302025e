import { createServedMock, type Mock, type MockOptions, type ServedMock } from '../mock/create-mock.ts'
import { createJournalBound } from '../mock/journal/journal-bound.ts'
import { type ChangeableMockOptions, fixedOptions } from '../mock/options.ts'
import { type Isolation, isolateByCredential } from './isolation.ts'

/** The common mock of a server, and what isolates those of credentials. */
export interface Mocks {
  mock: ServedMock
  isolate(): Isolation<ServedMock>
  /** Changes options of all mocks, those to come included. Throws an {@link OptionsError} if one is invalid. */
  configure(options: Partial<ChangeableMockOptions>): Promise<void>
  /** Replaces all options of all mocks that can change. */
  replaceOptions(options: ChangeableMockOptions): Promise<void>
}

/**
 * Creates the mocks of a server; their journals have one bound.
 *
 * @param given the common mock; by default a new one
 */
export function createMocks(options: MockOptions, given?: Mock): Mocks {
  const bound = createJournalBound()
  // Every mock has what a server needs.
  const mock = (given as ServedMock | undefined) ?? createServedMock(options, bound)
  let current = options
  let isolation: Isolation<ServedMock> | undefined
  async function change(how: 'configure' | 'replaceOptions', changed: ChangeableMockOptions): Promise<void> {
    await mock[how](changed)
    const fixed = Object.fromEntries(fixedOptions.map((name) => [name, options[name]]))
    current = { ...(how === 'configure' ? current : fixed), ...changed }
    isolation?.recheck()
    await Promise.all([...(isolation?.all() ?? [])].map((other) => other[how](changed)))
  }
  return {
    mock,
    isolate() {
      isolation = isolateByCredential(
        mock,
        () => createServedMock(current, bound),
        // The journals of all mocks have one bound.
        ({ requests }) => requests.clear(),
      )
      return isolation
    },
    configure: (changed) => change('configure', changed),
    replaceOptions: (changed) => change('replaceOptions', changed),
  }
}
