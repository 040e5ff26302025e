import { readResponseHeader, readStatus } from '../../http/exchange.ts'
import { isSame } from '../../json/is-same.ts'
import { findDifferences } from '../../judge/find-differences.ts'
import type { Finding } from '../../judge/finding.ts'
import { toEchoFindings, toKeyOption } from '../judge-echo.ts'
import { readRecord } from '../read-records.ts'
import { findListed, listAll } from './list-all.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

/** What was created can be read, at its key and at its Location, and is listed once. */
export async function judgeCreated(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { create, read, list } = operations
  if (create === undefined) return []
  const scene = openScene(subject, 'creating a record')
  const record = await scene.create()
  if (record === undefined) return []
  const created = scene.exchanges.at(-1)
  if (read !== undefined) {
    const first = await scene.send(read, record)
    const status = first && readStatus(first)
    if (
      scene.check('created-is-readable', read, wasAccepted(first), {
        message: `reading the record gets ${status}`,
        actual: `${status}`,
      }) &&
      first
    ) {
      const again = await scene.send(read, record)
      const isSteady = again !== undefined && isSame(readRecord(read, first), readRecord(read, again))
      scene.check('read-changes-nothing', read, isSteady, {
        message: 'reading the record again shows another one',
      })
      const head = await scene.send(read, record, (draft) => ({ ...draft, method: 'HEAD' }))
      const status = head && readStatus(head)
      const isKnown = status !== undefined && ![404, 405, 501].includes(status)
      if (isKnown)
        scene.check('head-like-get', read, status === readStatus(first), {
          message: `GET gets ${readStatus(first)}, and HEAD ${status}`,
        })
      else if (status === 404)
        scene.check('head-like-get', read, false, { message: 'GET gets 200, and HEAD 404' })
    }
  }
  const location = created && readResponseHeader(created, 'location')
  if (location !== undefined && read !== undefined) {
    const { pathname, search } = new URL(location, new URL(created?.request.path ?? '/', bench.base))
    const exchange = await scene.send(read, record, (draft) => {
      const own = bench.base.pathname.replace(/(?<!\/)\/+$/, '')
      const path = pathname.startsWith(`${own}/`) ? pathname.slice(own.length) : pathname
      return { ...draft, path, query: search.slice(1) }
    })
    scene.check('location-is-readable', create, wasAccepted(exchange), {
      message: `reading the Location ${location} gets ${exchange && readStatus(exchange)}`,
    })
  }
  const listed = list && (await listAll(scene, list, record))
  if (list === undefined || listed === undefined || resource.key.property === '') return scene.findings
  const found = findListed(listed, record)
  if (listed.isWhole || found.length > 0) {
    scene.check('created-is-listed', list, found.length > 0, { message: 'the list does not have the record' })
    const times = Math.max(...listed.pages.map((items) => findListed({ items }, record).length))
    scene.check('created-once', create, times < 2, { message: `a page has the record ${times} times` })
  }
  const { effect } = list
  const schema =
    effect.kind === 'list'
      ? effect.list?.itemsPath
          .reduce<typeof resource.schema | undefined>(
            (at, step) => at?.at(step),
            list.responses.success?.media[0]?.schema,
          )
          ?.at(0)
      : undefined
  if (found[0] !== undefined && create.body !== undefined) {
    const sentSchema =
      create.effect.kind === 'none'
        ? undefined
        : create.effect.requestPath.reduce<typeof resource.schema | undefined>(
            (at, step) => at?.at(step),
            create.body.media[0]?.schema,
          )
    const differences = findDifferences(record.sent, found[0], sentSchema, schema ?? resource.schema, {
      isWhole: false,
      ...toKeyOption(resource),
    })
    bench.ledger.count('sent-comes-back')
    scene.findings.push(
      ...toEchoFindings(
        differences,
        { operation: list.id, tried: 'listing what was created', exchanges: [...scene.exchanges] },
        () => 'sent-comes-back',
      ),
    )
  }
  return scene.findings
}
