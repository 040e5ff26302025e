import { expect, test } from 'vitest'
import { createMock } from '../../../src/mock/mock.ts'
import { toApi, toPaths } from '../../contract/describe-api.ts'

/** Issues that are listed for all repositories, too, so that a number is all that tells them apart. */
const paths = toPaths(
  `
  GET /issues > [Issue]
  GET /repos/{repo}/issues > [Issue]
  POST /repos/{repo}/issues Issue > 201 Issue
  GET /repos/{repo}/issues/{issue_number} > Issue
  PUT /repos/{repo}/issues/{issue_number}/lock > 204 | 404 Unknown`,
  'string',
)
for (const { parameters = [] } of Object.values(paths))
  for (const one of parameters) if (one.name === 'issue_number') one.schema = { type: 'integer' }
const Issue = {
  type: 'object',
  properties: { number: { type: 'integer', readOnly: true }, title: { type: 'string' } },
}

test('an action finds the record in its path, also if its resource is listed without owners', async () => {
  const mock = createMock({ contract: toApi(paths, { schemas: { Issue } }) })
  const send = async (method: string, path: string, body?: string) =>
    (await mock.handle({ method, path, headers: { 'content-type': 'application/json' }, body })).status
  expect(await send('POST', '/repos/garden/issues', '{"title":"Fern"}')).toBe(201)
  expect(await send('PUT', '/repos/garden/issues/1/lock')).toBe(204)
  expect(await send('PUT', '/repos/garden/issues/2/lock')).toBe(404)
  expect(mock.requests.last()?.reason).toBe('there is no issue with the issue_number "2"')
})
