import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '../docs/pages.ts'
import { createFolder } from '../tools/folder.ts'

test('the site has each page and group, a search, and no link or picture without a target', () => {
  using folder = createFolder()
  const build = ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs', '--outDir', folder.path]
  execFileSync(process.execPath, build, { stdio: 'pipe' })
  const texts = new Map(
    globSync('**/*.html', { cwd: folder.path }).map((path) => [
      `/${path}`,
      readFileSync(`${folder.path}/${path}`, 'utf8'),
    ]),
  )
  for (const { path } of pages)
    expect([...texts.keys()]).toContain(`/${path.replace('README', 'index').replace('.md', '.html')}`)
  for (const name of ['Guides', 'Reference', 'The mock server', 'Search'])
    expect(texts.get('/index.html')).toContain(`>${name}<`)

  const isBroken = (page: string, link: string): boolean => {
    const { origin, pathname, hash } = new URL(link, `http://site${page}`)
    const target = pathname.replace(/\/$/, '/index.html')
    if (origin !== 'http://site') return false
    if (!existsSync(folder.path + target)) return true
    return hash !== '' && !texts.get(target)?.includes(` id="${hash.slice(1)}"`)
  }
  const broken = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)]
      .filter(([, link = '']) => isBroken(page, link))
      .map(([, link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})
