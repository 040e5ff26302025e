import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toAnchor } from '../../docs/anchors.ts'
import { pages } from './pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: string[] }
const [excluded, included] = [true, false].map((isExcluded) =>
  globSync(
    files.filter((name) => name.startsWith('!') === isExcluded).map((name) => name.replace('!', '')),
    { cwd: root },
  ),
) as [string[], string[]]
const packed = ['README.md', 'LICENSE', 'package.json', ...included]

/** Returns whether the package has a file or a folder. Photographs are too large for it; their texts stand for them. */
const isPacked = (target: string): boolean =>
  target.endsWith('.webp') ||
  (!excluded.includes(target) && packed.some((path) => `${target}/`.startsWith(`${path}/`)))

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)
  const slugs = [...headings].map(([, heading = '']) => toAnchor(heading))
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...slugs, ...named])
}

/** Returns whether the target of a link on a page exists, also in the package; links to other sites are only checked for their form. */
function leadsSomewhere(page: string, link: string): boolean {
  if (/^\w+:/.test(link)) return /^https:\/\/[\w.-]+\.[a-z]+(?:\/[\w./#%?=&~+-]*)?$/.test(link)
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(root + target)) return false
  if (isPacked(page) && !isPacked(target)) return false
  if (anchor === undefined) return true
  const text = pages.find((candidate) => candidate.path === target)?.text ?? ''
  return anchorsOf(text).has(anchor)
}

/** The links and pictures of a page without a target. */
export function brokenLinks(path: string): string[] {
  const text = pages.find((page) => page.path === path)?.text ?? ''
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
  return links.map(([, link, source]) => link ?? source ?? '').filter((link) => !leadsSomewhere(path, link))
}
