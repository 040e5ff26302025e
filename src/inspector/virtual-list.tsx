import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** How many rows are rendered above and below those in view. */
const spare = 10

/**
 * Shows a long list of rows of one height, of which only those in view and the selected one are in the document. The
 * list is one stop of the Tab key. Rows that are added at the top don't move the rows that a person reads.
 */
export function VirtualList<Item>({
  label,
  items,
  rowHeight,
  keyOf,
  selected,
  children,
}: {
  label: string
  items: readonly Item[]
  rowHeight: number
  keyOf: (item: Item) => number
  /** The key of the selected row, which is in view once it is selected. */
  selected: number
  children: (item: Item, tabIndex: number) => ComponentChildren
}) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(0)
  const first = useRef<number | undefined>(undefined)
  /** The selected row that the person scrolled away from; any other one stays in view. */
  const hasLeft = useRef<number | undefined>(undefined)
  const at = items.findIndex((item) => keyOf(item) === selected)

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
  useLayoutEffect(() => {
    if (box.current === null || at < 0 || height.value === 0) return
    const [upper, lower] = [(at + 1) * rowHeight - height.value, at * rowHeight]
    const { scrollTop } = box.current
    if (hasLeft.current === selected) return
    if (scrollTop < upper || scrollTop > lower) box.current.scrollTop = scrollTop < upper ? upper : lower
  }, [selected, at, height.value])

  const from = Math.max(0, Math.floor(top.value / rowHeight) - spare)
  const to = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + spare)
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const stop = Math.max(0, at)
  if (!shown.includes(stop)) shown.push(stop)
  const onScroll = () => {
    top.value = box.current?.scrollTop ?? 0
    const isInView = at * rowHeight > top.value - rowHeight && at * rowHeight < top.value + height.value
    hasLeft.current = isInView ? undefined : selected
  }
  return (
    <section class="scroll" ref={box} onScroll={onScroll} aria-label={label}>
      <ul style={{ height: `${items.length * rowHeight}px` }}>
        {shown.map((index) => {
          const item = items[index] as Item
          return (
            <li
              key={keyOf(item)}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              {children(item, index === stop ? 0 : -1)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
