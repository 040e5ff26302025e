import {
  type AnyMock,
  type AnyServedMock,
  createServedMock,
  type MockOptions,
  type ServedMock,
} from '../../mock/create-mock.ts'
import { createIssuedTokens, type IssuedTokens } from '../../mock/issue-tokens.ts'
import { createJournalBound } from '../../mock/journal/journal-bound.ts'
import { type ChangeableMockOptions, fixedOptions } from '../../mock/options.ts'
import { isShared, type SharedStorage } from '../../mock/shared-state.ts'
import { type Isolation, isolateByCredential } from './isolation.ts'

/** The common mock of a server, and what isolates those of credentials. */
export interface Mocks {
  mock: AnyServedMock
  isolate(): Isolation<AnyServedMock>
  /** Changes options of all mocks, those to come included. Throws an {@link OptionsError} if one is invalid. */
  configure(options: Partial<ChangeableMockOptions>): Promise<void>
  /** Replaces all options of all mocks that can change. */
  replaceOptions(options: ChangeableMockOptions): Promise<void>
}

/** Names a credential for those who should not see it. Loaded on demand, because `node:crypto` makes every start slower. */
const toScope = (credential: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(credential).digest('hex').slice(0, 32)

/** Tokens are issued by the common mock, whose reset alone forgets them. */
const keepOnReset = (issued: IssuedTokens): IssuedTokens => ({ ...issued, clear() {} })

function createShared(options: MockOptions, storage: SharedStorage): Mocks {
  const issued = createIssuedTokens()
  const mock = createServedMock({ ...options, storage }, undefined, issued)
  return {
    mock,
    isolate: () =>
      isolateByCredential<AnyServedMock>(
        mock,
        (credential) => {
          const own = { ...options, storage: storage.forScope(toScope(credential)) }
          return createServedMock(own, undefined, keepOnReset(issued))
        },
        // If the storage is away, the keys of the dropped mock expire.
        (_mock, credential) => void storage.removeScope(toScope(credential)).catch(() => {}),
      ),
    configure: mock.configure,
    replaceOptions: mock.replaceOptions,
  }
}

/**
 * Creates the mocks of a server; their journals have one bound.
 *
 * @param given the common mock; by default a new one
 */
export function createMocks(options: MockOptions, given?: AnyMock): Mocks {
  if (given === undefined && isShared(options.storage)) return createShared(options, options.storage)
  const bound = createJournalBound()
  const issued = createIssuedTokens()
  // Every mock has what a server needs.
  const mock = (given as ServedMock | undefined) ?? createServedMock(options, bound, issued)
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
        () => createServedMock(current, bound, keepOnReset(issued)),
        // The journals of all mocks have one bound.
        ({ requests }) => requests.clear(),
      )
      return isolation
    },
    configure: (changed) => change('configure', changed),
    replaceOptions: (changed) => change('replaceOptions', changed),
  }
}
