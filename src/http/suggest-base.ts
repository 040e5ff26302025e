import { operation } from '../contract/generated/operation.ts'

/** Says which address to pass instead of a wrong one, such as one that already ends in the path of the operation. */
export function suggestBase({ href }: URL): string {
  const { path } = operation
  const own = href.replace(/\/$/, '')
  return own.endsWith(path)
    ? `Pass ${own.slice(0, -path.length)}; the kit adds ${path} to it`
    : `Pass the base address of the service; the kit adds ${path} to it`
}
