/** The style sheet of the HTML report: light, dark, narrow and printed. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f7f5, #141614); --panel: light-dark(#fff, #1c1f1d); --code: light-dark(#f3f4f1, #151816);
  --text: light-dark(#1f2421, #e3e7e3); --quiet: light-dark(#5f6862, #9aa59e); --line: light-dark(#dfe3de, #2f3531);
  --failed: light-dark(#b3261e, #ff8a80); --warning: light-dark(#8a5a00, #f0b95b); --known: var(--warning);
  --skipped: var(--quiet); --passed: light-dark(#1b6e3c, #7bd8a0); --link: light-dark(#1a5fb4, #8ab8ff);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body > * { max-width: 68rem; margin-inline: auto; padding-inline: 1.5rem }
header { padding-block: 2.5rem 1.25rem }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1::before { content: ''; display: inline-block; width: .55em; height: .55em; margin-right: .45em; border-radius: 50%; background: currentColor }
header.passed h1::before { color: var(--passed) } header.failed h1::before { color: var(--failed) } header.unjudged h1::before { color: var(--warning) }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.05rem }
h3 { margin: 0; font-size: 1rem } h3 code { font-size: .95rem; font-weight: 700 }
h4 { margin: 0; font-size: .78rem; font-weight: 600; color: var(--quiet) }
p { margin: .35rem 0 }
a { color: var(--link); text-underline-offset: .15em }
code, pre { font: 13px/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
.quiet, small { color: var(--quiet); font-size: .85rem }
.mark { color: var(--skipped); font-weight: 700 }
.failed .mark { color: var(--failed) } .warning .mark { color: var(--warning) } .known .mark { color: var(--known) } .passed .mark { color: var(--passed) }
ul, ol { margin: 0; padding: 0; list-style: none }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem }
.tiles li, article, nav, .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 8px }
.tiles li { padding: .7rem .9rem; color: var(--quiet); font-size: .85rem; line-height: 1.35 }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; color: var(--text) }
.tiles .failed b { color: var(--failed) } .tiles .warning b { color: var(--warning) } .tiles .known b { color: var(--known) } .tiles .passed b { color: var(--passed) }
nav ol { display: grid; grid-template-columns: auto fit-content(55%) minmax(0, 1fr) }
nav li { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; gap: 0 .75rem; padding: .5rem 1rem; border-top: 1px solid var(--line) }
nav li:first-child { border-top: 0 } nav small { display: block }
article { margin: 0 0 1rem; padding: 1rem 1.15rem 1.15rem; border-left: 3px solid var(--skipped); scroll-margin-top: 1rem }
article.failed { border-left-color: var(--failed) } article.warning, article.known { border-left-color: var(--warning) } article.passed { border-left-color: var(--passed) }
.finding { margin-top: .9rem; padding-top: .9rem; border-top: 1px solid var(--line) }
.problem { font-weight: 600 }
pre { margin: 0; padding: .65rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--code); white-space: pre-wrap; max-height: 24rem; overflow: auto; tab-size: 2 }
.command { position: relative; margin-top: .6rem }
.command h4 { margin-bottom: .3rem }
button { position: absolute; top: -.3rem; right: 0; padding: 0 .55rem; border: 1px solid var(--line); border-radius: 5px; background: var(--panel); color: var(--quiet); font: 12px/1.6 system-ui, sans-serif; cursor: pointer }
button:hover { color: var(--text); border-color: var(--quiet) }
details { margin-top: .6rem }
summary { cursor: pointer; font-size: .9rem }
summary:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem; margin-top: .5rem }
.exchange > div { min-width: 0 } .exchange h4 { margin-bottom: .25rem }
.panel { margin: 0 0 .6rem; padding: .6rem 1rem } .panel > summary { font-weight: 600 }
table { width: 100%; margin: .5rem 0 .25rem; border-collapse: collapse; font-size: .9rem }
th, td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--quiet); font-size: .78rem; border: 0 }
td:first-child { min-width: 11rem }
.number { width: 4rem; padding-right: 0; text-align: right; font-variant-numeric: tabular-nums }
footer { padding-block: 1.5rem 3rem }
@media (max-width: 640px) {
  body > * { padding-inline: 1rem }
  header { padding-block: 1.5rem 1rem }
  h1 { font-size: 1.4rem }
  .tiles { grid-template-columns: repeat(2, 1fr); gap: .5rem }
  nav ol { grid-template-columns: auto minmax(0, 1fr) } nav li > :last-child { grid-column: 2 }
  article { padding-inline: .85rem }
  thead { display: none }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; border-top: 1px solid var(--line); padding: .45rem 0 }
  td { border: 0; padding: 0 .5rem 0 0 } td:nth-child(n + 2):not(.number) { grid-column: 1 / -1 } td.number { grid-area: 1 / 2 }
}
@media print {
  :root { color-scheme: light; --page: #fff; --code: #fff }
  body { font-size: 8.5pt; line-height: 1.35 } body > * { max-width: none; padding: 0 }
  button { display: none }
  h2 { margin: 1rem 0 .4rem } h3 { font-size: 1.05em } h3 code { font-size: 1em } p { margin: .15rem 0 }
  .quiet, small, summary, table { font-size: 1em }
  code, pre { font-size: 7.5pt; line-height: 1.35 }
  article { margin-bottom: .5rem; padding: .4rem .7rem .5rem; break-inside: avoid }
  .finding, .command, details, .panel { margin-top: .3rem; padding-top: .3rem } .panel { margin: 0 0 .3rem; padding: .3rem .7rem }
  h3, h3 + .quiet { display: inline }
  .command { display: grid; grid-template-columns: 4.5rem 1fr; gap: .5rem } .exchange { margin-top: .2rem }
  pre { max-height: none; overflow: visible; padding: .2rem .5rem }
  .tiles { grid-template-columns: repeat(6, 1fr) } .tiles li, nav li { padding: .25rem .7rem }
  a { color: inherit; text-decoration: none }
  h2, h3, summary { break-after: avoid } tr, .tiles li, nav li { break-inside: avoid }
}
`

/** The script of the HTML report: it copies commands. */
export const script = `
for (const box of document.querySelectorAll('.command')) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    const code = box.querySelector('pre')
    try { await navigator.clipboard.writeText(code.textContent) }
    catch { getSelection().selectAllChildren(code); document.execCommand('copy') }
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
  box.append(button)
}
`
