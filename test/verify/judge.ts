// Runs of `verify` with a description, against mocks and against services written by hand.

import { startServer } from '../../src/adapters/server/start-server.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { VerifyOptions, VerifyReport } from '../../src/verify/options.ts'
import { verify } from '../../src/verify/verify.ts'
import type { Service } from './services/services.ts'

type Options = Partial<VerifyOptions>

/** Judges the mock of a description by the description; the mock may have options of its own. */
export async function judgeMock(
  contract: Contract,
  options: Options = {},
  ofMock: Pick<MockOptions, 'respond'> = {},
): Promise<VerifyReport> {
  const credentials = Object.fromEntries(
    contract.securitySchemes.map(({ name, kind }) => [
      name,
      kind === 'basic' ? 'garden:secret-password' : `secret-${name.toLowerCase()}`,
    ]),
  )
  const { url, close } = await startServer({ contract, credentials, ...ofMock, port: 0 })
  try {
    return await verify(url, { contract, credentials, seed: 1, limit: 600_000, ...options })
  } finally {
    await close()
  }
}

/** Judges a service, or one with a mistake or in another legal way. */
export async function judgeService(
  service: Service,
  changed: { mistake?: string; variant?: string } = {},
  options: Options = {},
): Promise<VerifyReport> {
  const contract = await readContract(service.file)
  const { url, credentials, stop } = await service.start(changed)
  try {
    return await verify(url, { contract, credentials, seed: 1, limit: 600_000, ...options })
  } finally {
    await stop()
  }
}

/** What a report says about broken rules, one line for each finding. */
export const listFindings = ({ cases }: VerifyReport): string[] =>
  cases.flatMap(({ title, status, findings }) =>
    findings
      .filter(({ kind }) => kind === 'error')
      .map(({ tried, problem }) => `${status} ${title}: ${tried}: ${problem}`),
  )

/** Judges a backend of the plant store, on a busy machine, too. */
export const judgePlants = (url: string, options: Options = {}): Promise<VerifyReport> =>
  verify(url, { token: 'local-token', seed: 1, requestLimit: 10_000, limit: 600_000, ...options })

/** Names the rules that a report says are broken. */
export const findBroken = ({ cases }: VerifyReport): string[] =>
  cases.flatMap(({ status, title }) =>
    (status === 'failed' || status === 'warning') && title !== 'flaky-requests' ? [title] : [],
  )
