import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { toAnchor } from '../anchors.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The pages, by the groups of the sidebar. */
const groups: DefaultTheme.SidebarItem[] = Object.entries({
  Guides: ['tutorial', 'mock', 'control-api', 'front-end', 'verify', 'diff-and-proxy', 'pact', 'ci'],
  Reference: ['reference', 'rules', 'comparison', 'security'],
}).map(([text, pages]) => ({
  text,
  items: pages.map((page) => {
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(`${root}docs/${page}.md`, 'utf8')) ?? []
    return { text: title, link: `/docs/${page}` }
  }),
}))

const isFolder = (path: string): boolean => statSync(root + path).isDirectory()

/** Files and folders that pages link to, and that aren't pages themselves. */
const linkedFiles = new Set<string>()

/** Builds the site from the pages as they are, the README first; pages keep their links, and headings their anchors. */
export default defineConfig({
  title: 'plant-store-kit',
  srcDir: root,
  outDir: `${root}site`,
  cacheDir: `${root}node_modules/.cache/vitepress`,
  srcExclude: ['test/**', 'src/**', 'site/**'],
  rewrites: { 'README.md': 'index.md' },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'The kit', link: '/' },
      ...groups,
      {
        text: 'Develop',
        items: [
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Architecture', link: '/docs/architecture' },
          { text: 'Coding agents', link: '/AGENTS' },
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
    ],
  },
  markdown: {
    anchor: { slugify: toAnchor },
    config(md) {
      const { rules } = md.renderer
      const linkPage = rules['link_open']
      const renderHtml = rules['html_block']
      rules['link_open'] = (tokens, index, options, env, self) => {
        const token = tokens[index]
        const href = token?.attrGet('href') ?? ''
        const page = posix.relative(root, env.path)
        const target = posix.join(posix.dirname(page), href)
        if (target === 'README.md' || target.startsWith('README.md#'))
          token?.attrSet('href', href.replace('README.md', 'index.md'))
        else if (!/^(?:\w+:|#)|\.md(?:#|$)/.test(href)) {
          linkedFiles.add(target)
          token?.attrSet('target', '_self')
          if (isFolder(target)) token?.attrSet('href', `${href}/index.html`)
          return self.renderToken(tokens, index, options)
        }
        return linkPage?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
      }
      // Vite copies only pictures whose addresses begin with a dot.
      rules['html_block'] = (...args) =>
        (renderHtml?.(...args) ?? '').replaceAll(/(src|srcset)="(?=\w)/g, '$1="./')
    },
  },
  buildEnd({ outDir }) {
    for (const path of linkedFiles) {
      cpSync(root + path, `${outDir}/${path}`, { recursive: true })
      if (!isFolder(path)) continue
      const items = readdirSync(root + path).map((name) => `<li><a href="${name}">${name}</a></li>`)
      writeFileSync(`${outDir}/${path}/index.html`, `<title>${path}</title><ul>${items.join('')}</ul>`)
    }
  },
})
