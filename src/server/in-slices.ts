import { letOthersRun } from '../store/let-others-run.ts'

/** How many characters are read or written before other requests get their turn. */
export const charactersAtOnce = 100_000

/** Writes items as the text of an answer, in slices, so that many don't block other requests. */
export async function writeInSlices<Item>(
  items: readonly Item[],
  toText: (item: Item) => string,
  separator: string,
): Promise<string> {
  let text = ''
  let written = 0
  for (const [index, item] of items.entries()) {
    text += (index === 0 ? '' : separator) + toText(item)
    if (text.length - written < charactersAtOnce) continue
    written = text.length
    await letOthersRun()
  }
  return text
}
