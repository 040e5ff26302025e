import type { ComponentChildren } from 'preact'

/** A table that scrolls sideways if it has to. A column whose name ends with `>` is aligned to the end. */
export const Table = ({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ComponentChildren
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it only if it has the focus.
  <section class="table" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" class={name.endsWith('>') ? 'end' : undefined}>
              {name.replace('>', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
