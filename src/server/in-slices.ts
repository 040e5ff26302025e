import { letOthersRun } from '../store/let-others-run.ts'

/** How many characters are read or written before other requests get their turn. */
export const charactersAtOnce = 100_000

/** How many milliseconds pass before other requests get their turn, whatever was written. */
const patience = 10

/**
 * Writes items in slices, so that many don't block other requests; sending one text of all would.
 *
 * @param frame the texts before and after the items
 */
export async function writeInSlices<Item>(
  items: readonly Item[],
  toText: (item: Item) => string,
  separator: string,
  [before, after] = ['', ''],
): Promise<Buffer[]> {
  const slices: Buffer[] = []
  let text = before
  let begin = performance.now()
  for (const [index, item] of items.entries()) {
    text += (index === 0 ? '' : separator) + toText(item)
    if (text.length < charactersAtOnce && performance.now() - begin < patience) continue
    slices.push(Buffer.from(text))
    text = ''
    await letOthersRun()
    begin = performance.now()
  }
  return [...slices, Buffer.from(text + after)]
}
