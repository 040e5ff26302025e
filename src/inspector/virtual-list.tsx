import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** How many rows are rendered above and below those in view. */
const spare = 10

/**
 * Shows a long list of rows of one height, of which only those in view are in the document. Rows that are added at the
 * top don't move the rows that a person reads.
 */
export function VirtualList<Item>({
  label,
  items,
  rowHeight,
  keyOf,
  children,
}: {
  label: string
  items: readonly Item[]
  rowHeight: number
  keyOf: (item: Item) => number
  children: (item: Item) => ComponentChildren
}) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(0)
  const first = useRef<number | undefined>(undefined)

  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      height.value = entry?.contentRect.height ?? 0
    })
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const [newest] = items
    const before = first.current
    first.current = newest === undefined ? undefined : keyOf(newest)
    if (box.current === null || before === undefined || box.current.scrollTop === 0) return
    const added = items.findIndex((item) => keyOf(item) === before)
    if (added > 0) box.current.scrollTop += added * rowHeight
  }, [items])

  const from = Math.max(0, Math.floor(top.value / rowHeight) - spare)
  const to = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + spare)
  const onScroll = () => {
    top.value = box.current?.scrollTop ?? 0
  }
  return (
    <section class="scroll" ref={box} onScroll={onScroll} aria-label={label}>
      <ul style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(from, to).map((item, index) => (
          <li
            key={keyOf(item)}
            style={{ transform: `translateY(${(from + index) * rowHeight}px)` }}
            aria-setsize={items.length}
            aria-posinset={from + index + 1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </section>
  )
}
