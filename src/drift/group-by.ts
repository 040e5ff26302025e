/** Groups items by a key, in the order in which the keys occur. */
export function groupBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Item[][] {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item])
  return [...groups.values()]
}

/** Finds the largest group of items that share a key; the first of several. */
export const findLargest = <Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Item[] =>
  groupBy(items, toKey).toSorted((one, other) => other.length - one.length)[0] ?? []
