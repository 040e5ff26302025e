import type { ComponentChildren } from 'preact'

/** A row of a table: what tells it from others, and its cells in the order of the columns. */
export interface Row {
  key: string
  cells: readonly ComponentChildren[]
}

/** The end of a column's name says how it is aligned and written: `>` at the end, or `#` as code. */
const classes: Readonly<Record<string, string>> = { '>': 'code end', '#': 'code' }

/** A table that scrolls sideways if it has to; on a small screen, each row is a card. */
export const Table = ({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly string[]
  rows: readonly Row[]
}) => {
  const named = columns.map((column) => ({
    title: column.replace(/[>#]$/, ''),
    class: classes[column.slice(-1)],
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it only if it has the focus.
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {named.map(({ title, class: name }) => (
              <th key={title} scope="col" class={name}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {named.map(({ title, class: name }, at) => (
                <td key={title} class={name} data-label={title}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Lists facts by their names; those that are undefined or false are left out. */
export const Facts = ({
  class: name,
  facts,
}: {
  class?: string
  facts: readonly (readonly [name: string, fact: ComponentChildren])[]
}) => (
  <dl class={name}>
    {facts.map(
      ([name, fact]) =>
        fact !== undefined &&
        fact !== false && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ),
    )}
  </dl>
)
