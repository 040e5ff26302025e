import { type Theme, useData } from 'vitepress'
import defaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'

/** Hides the rules that lack a word of a field. */
function filterRules({ target }: Event): void {
  const words = (target as HTMLInputElement).value.toLowerCase().split(' ')
  for (const item of document.querySelectorAll<HTMLElement>('.vp-doc li:has(> a[id])')) {
    const text = (item.textContent ?? '').toLowerCase()
    item.hidden = !words.every((word) => text.includes(word))
  }
}

/** The theme of VitePress without its fonts, and with a filter above the list of rules. */
export default {
  extends: defaultTheme,
  Layout: () =>
    h(defaultTheme.Layout, null, {
      'doc-before': () =>
        useData().page.value.relativePath === 'docs/rules.md' &&
        h('input', {
          type: 'search',
          placeholder: 'Filter rules by id, level, section, or words',
          style: 'width: 100%; margin-bottom: 24px; padding: 8px 12px; border: 1px solid; border-radius: 8px',
          onInput: filterRules,
        }),
    }),
} satisfies Theme
