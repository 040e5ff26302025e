import type {
  Bound,
  EnvelopeField,
  EnvelopeKind,
  Filter,
  List,
  Operation,
  PagingKind,
  Schema,
} from '../contract.ts'
import { findParameter } from '../find-parameter.ts'
import { schemaAt } from '../schema-at.ts'
import { findName, simplify, toSingular, toWords } from './names.ts'
import { type FoundSchema, findRecordSchema, getSuccessSchema } from './shapes.ts'
import { readOrder } from './sort-order.ts'

const invert = <Kind extends string>(words: Readonly<Record<Kind, string>>): ReadonlyMap<string, Kind> =>
  new Map(
    Object.entries<string>(words).flatMap(([kind, names]) =>
      names.split(' ').map((name) => [name, kind as Kind] as const),
    ),
  )

/** What the properties of an envelope are called. */
const envelopeNames = invert<EnvelopeKind>({
  total:
    'total totalcount totalitems totalresults totalrecords totalelements totalsize totalhits totalentries totalnumber nbhits recordstotal counttotal',
  count: 'count numberofelements itemcount resultcount returned recordcount currentitemcount',
  limit: 'limit perpage pagesize itemsperpage maxresults size',
  offset: 'offset skip start startindex from startat',
  page: 'page pagenumber currentpage pageindex pageno number',
  pages: 'pages totalpages pagecount lastpage numpages pagestotal',
  next: 'next nextpage nextpagetoken nextcursor nextlink nexttoken nexturl nexturi nextpageurl nextpageuri cursor endcursor continuationtoken odatanextlink',
  previous:
    'previous prev previouspage prevpage previouscursor previouslink prevlink previousurl prevurl prevpageurl prevcursor',
  hasMore: 'hasmore hasnext hasnextpage more hasmoreitems ismore istruncated',
})

/** What the parameters of a list are called. */
const pagingNames = invert<PagingKind>({
  limit: 'limit perpage pagesize size count max maxresults top take rows itemsperpage pagelimit first',
  offset: 'offset skip start startindex from startat pageoffset',
  page: 'page pagenumber pageno pageindex currentpage p',
  cursor:
    'cursor pagetoken nexttoken nextpagetoken continuationtoken marker pagecursor nextcursor starttoken',
  after: 'after startingafter pageafter sinceid since',
  before: 'before endingbefore pagebefore',
  sort: 'sort sortby orderby sortfield ordering',
  order: 'order sortorder direction sortdirection orderdirection dir',
})

/** The words in names of parameters that compare a property, as in `minPrice`, `price_gte`, and `createdAfter`. */
const boundNames = invert<Bound>({
  from: 'min minimum from since start gte ge atleast',
  above: 'after above over gt morethan',
  to: 'max maximum to until end lte le atmost',
  below: 'before below under lt lessthan',
})

/** The names of parameters that have a text to look for. */
const searchNames = new Set([
  'q',
  'query',
  'search',
  'searchquery',
  'searchterm',
  'searchtext',
  'term',
  'keyword',
  'keywords',
  'text',
])

/** What the name of a property may end with besides, such as `created_at` for `createdFrom`. */
const units = ['at', 'on', 'date', 'time', 'year']

/** Finds the property that a parameter compares. */
function findBound(
  parameter: string,
  properties: readonly string[],
): Omit<List['bounds'][number], 'parameter'> | undefined {
  const words = toWords(parameter)
  const sides: [word: string | undefined, rest: string[]][] = [
    [words[0], words.slice(1)],
    [words.at(-1), words.slice(0, -1)],
  ]
  for (const [word, rest] of sides) {
    const by = boundNames.get(word ?? '')
    const name = rest.join('_')
    const property =
      name === '' ? undefined : findName(properties, [name, ...units.map((unit) => `${name}_${unit}`)])
    if (by !== undefined && property !== undefined) return { property, by }
  }
  return undefined
}

/** The properties of an envelope that have others about the page. */
const nested = new Set([
  'meta',
  'metadata',
  'pagination',
  'paging',
  'page',
  'pageinfo',
  'links',
  'pagelinks',
  'responsemetadata',
  'cursors',
  'resultset',
])

const isScalar = (schema: Schema | undefined): boolean =>
  schema?.facts().types.some((type) => ['string', 'integer', 'number', 'boolean'].includes(type)) === true

function listFields(schema: Schema, path: readonly string[], skipped: string | undefined): EnvelopeField[] {
  return schema.facts().possible.flatMap((property): EnvelopeField[] => {
    const inner = schema.at(property)
    if (inner === undefined || property === skipped) return []
    const own = [...path, property]
    const name = simplify(property)
    // HAL has the address of a link in an object.
    if (inner.facts().types.includes('object') && inner.facts().types.length <= 2) {
      const href = inner.at('href')
      const kind = envelopeNames.get(name)
      if (href !== undefined && (kind === 'next' || kind === 'previous'))
        return [{ path: [...own, 'href'], kind, schema: href }]
      return path.length < 2 && nested.has(name) ? listFields(inner, own, undefined) : []
    }
    const kind = envelopeNames.get(name)
    return kind === undefined || !isScalar(inner) ? [] : [{ path: own, kind, schema: inner }]
  })
}

function readEnvelope(schema: Schema, itemsPath: readonly string[]): EnvelopeField[] {
  const fields = itemsPath.flatMap((name, depth) => {
    const at = schemaAt(schema, itemsPath.slice(0, depth))
    return at === undefined ? [] : listFields(at, itemsPath.slice(0, depth), name)
  })
  // Without a total, a count is one, as in Django.
  const hasTotal = fields.some(({ kind }) => kind === 'total')
  return fields.map((field) => (field.kind === 'count' && !hasTotal ? { ...field, kind: 'total' } : field))
}

/** Reads how the response of an operation lists records, and how a request asks for a part. */
export function readList(operation: Operation, found: FoundSchema, record: Schema, name: string): List {
  const success = getSuccessSchema(operation)
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const paging: Partial<Record<PagingKind, string>> = {}
  for (const parameter of query) {
    const simple = simplify(parameter.name)
    const values = parameter.schema.facts().values?.map(String) ?? []
    const kind =
      simple === 'order' && values.length > 0 && !values.some((value) => /^asc/i.test(value))
        ? 'sort'
        : pagingNames.get(simple)
    if (kind !== undefined && isScalar(parameter.schema)) paging[kind] ??= parameter.name
  }
  const page = query.find((parameter) => parameter.name === paging.page)?.schema
  const pageJson = Object(page?.json)
  const envelope = success === undefined ? [] : readEnvelope(success, found.path)
  // Spring counts pages from 0.
  const isSpring = found.path.at(-1) === 'content' && envelope.some(({ path }) => path.at(-1) === 'number')
  const isFromZero = pageJson['minimum'] === 0 || page?.facts().default === 0
  const properties = record.facts().possible.filter((property) => isScalar(record.at(property)))
  const lists = record.facts().possible.filter((property) => {
    const inner = record.at(property)
    return inner?.facts().types.includes('array') === true && isScalar(inner.at(0))
  })
  const taken = new Set(Object.values(paging))
  const others = query.filter((parameter) => !taken.has(parameter.name))
  const toEqual = (parameter: string): string | undefined => {
    const names = [parameter, parameter.replace(/^filter/i, '')]
    const isItem = (property: string): boolean => findName([toSingular(property)], names) !== undefined
    return findName([...properties, ...lists], names) ?? lists.find(isItem)
  }
  const search = others.find(
    ({ name: one }) => searchNames.has(simplify(one)) && toEqual(one) === undefined,
  )?.name
  const filters = others.flatMap(({ name: parameter }): Filter[] => {
    const property = toEqual(parameter)
    return property === undefined ? [] : [{ parameter, property }]
  })
  const bounds = others.flatMap(({ name: parameter }): List['bounds'][number][] => {
    const bound = toEqual(parameter) === undefined ? findBound(parameter, properties) : undefined
    return bound === undefined ? [] : [{ parameter, ...bound }]
  })
  const preset = findParameter(operation, 'query', paging.sort)?.schema.facts().default
  const usualOrder = preset === undefined ? undefined : readOrder(preset, record)
  const known = new Set([search, ...[...filters, ...bounds].map(({ parameter }) => parameter)])
  return {
    itemsPath: found.path,
    itemPath: findRecordSchema(found.schema, name)?.path ?? [],
    envelope,
    paging,
    firstPage:
      isFromZero || (isSpring && pageJson['minimum'] === undefined && page?.facts().hasDefault !== true)
        ? 0
        : 1,
    filters,
    bounds,
    ...(search !== undefined && { search }),
    ...(usualOrder !== undefined && { usualOrder }),
    ignored: others.map((parameter) => parameter.name).filter((one) => !known.has(one)),
  }
}
