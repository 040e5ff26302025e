/** Groups items by a key, in the order in which the keys occur. */
export function groupBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Item[][] {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item])
  return [...groups.values()]
}
