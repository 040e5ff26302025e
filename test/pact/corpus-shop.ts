import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { toContract } from '../../src/contract/to-contract.ts'
import { about, createClient, gets, given, json, match, type Row, regex, type } from './sides.ts'

export const shop = toContract(parse(readFileSync(new URL('shop.yaml', import.meta.url), 'utf8')))

const { get, send } = createClient('', {})
const tenant = createClient('', { 'X-Tenant': 'eu' })
const user = createClient('', { Cookie: 'session=abc' })
const article = { sku: 'AB-1', price: 9.5 }
const cart = { lines: [{ sku: 'AB-1', count: 2 }] }

export const ofShop = [
  ...about(
    get('/articles/AB-1'),
    ['an article of the state', gets(200, article), given('AB-1 exists')],
    ['a size that there is not', gets(200, { sizes: ['XL'] }), given('AB-1 exists')],
    ['no color of the state', gets(200, { color: null }), given('AB-1 has no color')],
    ['a label', gets(200, { labels: { de: 'Hose' } }), given('AB-1 has labels')],
  ),
  ...about(
    get('/articles/ab-1'),
    ['an article in small letters', gets(200, {})],
    ['an article in small letters, 404', gets(404)],
  ),
  ...about(
    tenant.get('/articles'),
    [
      'articles of a tenant',
      gets(200, [article], { body: match('type', { min: 1 }), 'body[*].price': match('number') }),
    ],
    ['how many articles', gets(200, undefined, { 'header.X-Total': regex('\\d+') }, { 'X-Total': '3' })],
    ['three articles', gets(200, undefined, {}, { 'X-Total': '3' })],
    ['many articles', gets(200, undefined, {}, { 'X-Total': 'many' })],
  ),
  ...about(get('/articles'), ['articles of nobody', gets(200)], ['articles of nobody, 400', gets(400)]),
  ['articles by color', tenant.get('/articles', { 'filter[color]': ['red'] }), gets(200)],
  ['articles up to much', tenant.get('/articles', { 'filter[max]': ['much'] }), gets(200)],
  ['articles by tags', tenant.get('/articles', { tags: ['a,b'] }), gets(200)],
  ...about(send('POST', '/articles', article), ['a new article', gets(201, article)]),
  ...about(send('POST', '/articles', { price: 1 }), ['a new article without a number', gets(201, {})]),
  ...about({ ...get('/articles/AB-1'), method: 'DELETE' }, [
    'an article is removed, 200',
    gets(200),
    given('AB-1 exists'),
  ]),
  ...about(
    get('/articles/AB-1/label'),
    ['a label as text', gets(200, undefined, {}, { 'Content-Type': 'text/plain' })],
    ['a label as JSON', gets(200, undefined, {}, { 'Content-Type': json })],
  ),
  ...about(
    user.get('/cart'),
    ['a cart of a session', gets(200, { lines: [] }, { 'body.lines': type })],
    [
      'a cart with names',
      gets(200, { lines: [{ name: 'x' }] }, { 'body.lines[*].name': type }),
      given('a cart'),
    ],
  ),
  ...about(get('/cart'), ['a cart of nobody', gets(200, {})], ['a cart of nobody, 401', gets(401)]),
  ...about(user.send('PUT', '/cart', cart), [
    'what a cart costs',
    gets(200, { total: 19 }, { 'body.total': match('number') }),
  ]),
  ...about(
    user.send('PUT', '/cart', { lines: [{ sku: 'AB-1', count: 0 }] }),
    ['a cart of nothing', gets(200, {})],
    ['a cart of nothing is rejected', gets(400, { code: 'x' }, { 'body.code': type })],
  ),
  [
    'a cart with a size',
    user.send('PUT', '/cart', { lines: [{ sku: 'AB-1', count: 1, size: 'S' }] }),
    gets(200, {}),
  ],
] as const satisfies readonly Row[]
