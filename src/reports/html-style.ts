/** The style sheet of the page, for light and dark screens. */
export const style = `
:root { color-scheme: light dark; --line: #8884; --red: light-dark(#b3261e, #ff8a80); --green: light-dark(#1b6e3c, #7bd8a0); --amber: light-dark(#8a5a00, #ffc46b) }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
header, main { max-width: 75rem; margin: 0 auto; padding: 1rem 1.5rem }
header { border-bottom: 4px solid var(--green) }
header.broken, header.unjudged { border-color: var(--red) }
h1 { margin: 0.5rem 0 0 }
h4 { margin: 0.75rem 0 0.25rem }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { margin: 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 22rem; overflow: auto }
article { margin: 1rem 0; padding: 0.25rem 1rem 1rem; border: 1px solid var(--line); border-left: 5px solid var(--red); border-radius: 6px }
article.warning, article.known { border-left-color: var(--amber) }
article h3 { margin-bottom: 0 }
.level { font-size: 0.75rem; font-weight: normal; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.6rem }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem }
.exchange > div { min-width: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem; border-bottom: 1px solid var(--line) }
td:first-child { white-space: nowrap }
.number { text-align: right; font-variant-numeric: tabular-nums }
tr.kept td:first-child { color: var(--green) }
tr.broken td:first-child { color: var(--red); font-weight: bold }
tr.warning td:first-child, tr.known td:first-child { color: var(--amber) }
`
