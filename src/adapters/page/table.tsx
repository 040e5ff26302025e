import type { ComponentChildren } from 'preact'

interface TableProps {
  label: string
  columns: readonly string[]
  /** What tells a row from others, and its cells in the order of the columns. */
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[]
}

/** A table that scrolls sideways if it has to; on a small screen, each row is a card. The first column is code. */
export const Table = ({ label, columns, rows }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it only if it has the focus.
  <section class="table" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map((title, at) => (
              <td key={title} class={at === 0 ? 'code' : undefined} data-label={title}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type Fact = readonly [name: string, fact: ComponentChildren]

/** Lists facts by their names; those that are undefined or false are left out. */
export const Facts = ({ class: name, facts }: { class?: string; facts: readonly Fact[] }) => (
  <dl class={name}>
    {facts
      .filter(([, fact]) => fact !== undefined && fact !== false)
      .map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
  </dl>
)
