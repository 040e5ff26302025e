import { formatJson, type Line } from './format-json.ts'

/** The most lines that are shown; the rest can be copied. */
const maxLines = 1000

const maxCharacters = 5000

const cut = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text

/** Shows a body: formatted if it is JSON, with the values at these JSON pointers marked. A body is never read as HTML. */
export function Body({ text, wrong = [] }: { text: string; wrong?: readonly string[] }) {
  if (text === '') return <p class="muted">No body</p>
  const lines = formatJson(text)
  if (lines === undefined) return <pre class="body raw">{cut(text)}</pre>
  const toValue = ({ pointer, kind, text: value }: Line) =>
    wrong.includes(pointer) && !/^[\]}]$/.test(value) ? (
      <mark title="The mock rejected this">{cut(value)}</mark>
    ) : (
      <span class={kind}>{cut(value)}</span>
    )
  return (
    <pre class="body">
      {lines.slice(0, maxLines).map((line, index) => (
        <div key={index} class="line" style={{ paddingInlineStart: `${line.depth * 2}ch` }}>
          {line.name !== undefined && `${cut(line.name)}: `}
          {toValue(line)}
          {line.hasComma && ','}
        </div>
      ))}
      {lines.length > maxLines && <div class="muted">… {lines.length - maxLines} more lines</div>}
    </pre>
  )
}
