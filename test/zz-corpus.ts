import { startBackend } from './verify/backends/create-backend.ts'
import { mistakes } from './verify/backends/mistakes.ts'
import { rightBackends } from './verify/backends/right-backends.ts'
import { findBroken, judge } from './verify/judge.ts'
const [from = '0', step = '1', what = 'mistakes'] = process.argv.slice(2)
let n = 0, bad = 0
if (what === 'right') {
  for (const [i, { title, backend }] of rightBackends.entries()) {
    if (i % Number(step) !== Number(from)) continue
    n++
    await using s = await startBackend(backend)
    const r = await judge(s.url, 3000)
    const must = r.rules.filter((x) => x.rule.level === 'must' && x.status === 'broken').map((x) => x.rule.id + ': ' + x.finding?.title + ': ' + x.finding?.problem)
    if (must.length || r.outcome !== 'kept') { bad++; console.log('RIGHT', title, r.outcome, must, r.unjudged?.message) }
  }
} else for (const [i, { rule, also = [], backend, title }] of mistakes.entries()) {
  if (i % Number(step) !== Number(from)) continue
  n++
  await using s = await startBackend(backend)
  const t = Date.now()
  const r = await judge(s.url, 1000, {})
  const broken = findBroken(r)
  const odd = broken.filter((id) => id !== rule && !also.includes(id))
  const f = r.rules.find((x) => x.rule.id === rule)?.finding
  if (!broken.includes(rule) || odd.length) { bad++; console.log('BAD', rule, '|', title, '| broken:', broken.map((id) => { const g = r.rules.find((x) => x.rule.id === id)?.finding; return id + ' (' + g?.title + ': ' + g?.problem + ')' }).join('; ')) }
  else if ((f?.others?.length ?? 0) > 2) console.log('  causes', rule, '|', title, 1 + (f?.others?.length ?? 0), f?.more ?? '', f?.title, '+', f?.others?.slice(0, 4).map((o) => o.title + ':' + o.problem).join(' + '))
}
console.log('done', n, bad)
