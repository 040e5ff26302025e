import type { Mistakes } from './find-mistakes.ts'
import { formatJson, type Line } from './format-json.ts'
import { Part } from './text.tsx'

/** The most lines that are shown; the rest can be copied. */
const maxLines = 1000

/** The most characters of a text that are shown. */
const maxCharacters = 5000

const cut = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text

function format(text: string): Line[] | undefined {
  try {
    return formatJson(text)
  } catch {
    return undefined
  }
}

function Json({ lines, mistakes }: { lines: Line[]; mistakes: Mistakes | undefined }) {
  const wrong = new Set(mistakes?.values)
  return (
    <pre class="body">
      {lines.slice(0, maxLines).map((line, index) => (
        <div key={index} class="line" style={{ paddingInlineStart: `${line.depth * 2}ch` }}>
          {line.name !== undefined && <span class="name">{cut(line.name)}</span>}
          {line.name !== undefined && ': '}
          <Part class={line.kind} isWrong={wrong.has(line.pointer) && !/^[\]}]$/.test(line.text)}>
            {cut(line.text)}
          </Part>
          {line.hasComma && ','}
        </div>
      ))}
      {lines.length > maxLines && <div class="muted">… {lines.length - maxLines} more lines</div>}
      {mistakes?.missing.map((name) => (
        <div key={name} class="line">
          <mark>{name} is missing</mark>
        </div>
      ))}
    </pre>
  )
}

/** Marks the place at which a text stops being JSON. */
function Broken({ text, at }: { text: string; at: number }) {
  const from = Math.max(0, at - maxCharacters / 2)
  return (
    <pre class="body raw">
      {from > 0 && '… '}
      {text.slice(from, at)}
      <mark title="Here the body stops being JSON">{text.slice(at, at + 1).trim() || 'the end'}</mark>
      {cut(text.slice(at + 1))}
    </pre>
  )
}

/** Shows a body: formatted if it is JSON, with what is wrong in it marked. A body is never read as HTML. */
export function Body({ text, mistakes }: { text: string; mistakes?: Mistakes | undefined }) {
  if (text === '') return <p class="muted">No body</p>
  if (mistakes?.at !== undefined) return <Broken text={text} at={mistakes.at} />
  const lines = format(text)
  return lines === undefined ? (
    <pre class="body raw">{cut(text)}</pre>
  ) : (
    <Json lines={lines} mistakes={mistakes} />
  )
}
