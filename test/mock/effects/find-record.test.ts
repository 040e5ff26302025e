import { expect, test } from 'vitest'
import { createMock, toContract } from '../../../src/mock/mock.ts'

const issue = { $ref: '#/components/schemas/Issue' }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const inPath = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } })
const repo = inPath('repo', 'string')
const number = inPath('issue_number', 'integer')
const list = { responses: { '200': json({ type: 'array', items: issue }) } }

/** Issues that are listed for all repositories, too, so that a number is all that tells them apart. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/issues': { get: list },
    '/repos/{repo}/issues': {
      parameters: [repo],
      get: list,
      post: { requestBody: json(issue), responses: { '201': json(issue) } },
    },
    '/repos/{repo}/issues/{issue_number}': {
      parameters: [repo, number],
      get: { responses: { '200': json(issue) } },
    },
    '/repos/{repo}/issues/{issue_number}/lock': {
      parameters: [repo, number],
      put: { responses: { '204': { description: '' }, '404': { description: '' } } },
    },
  },
  components: {
    schemas: {
      Issue: {
        type: 'object',
        properties: { number: { type: 'integer', readOnly: true }, title: { type: 'string' } },
      },
    },
  },
}

test('an action finds the record in its path, also if its resource is listed without owners', async () => {
  const mock = createMock({ contract: toContract(description) })
  const send = async (method: string, path: string, body?: string) =>
    (await mock.handle({ method, path, headers: { 'content-type': 'application/json' }, body })).status
  expect(await send('POST', '/repos/garden/issues', '{"title":"Fern"}')).toBe(201)
  expect(await send('PUT', '/repos/garden/issues/1/lock')).toBe(204)
  expect(await send('PUT', '/repos/garden/issues/2/lock')).toBe(404)
  expect(mock.requests.last()?.reason).toBe('there is no issue with the issue_number "2"')
})
