interface NodeProcess {
  cwd(): string
  getBuiltinModule?(name: string): { createRequire(from: string): (path: string) => { version: string } }
}

/**
 * The version of the installed msw; undefined if none is installed, and in pages.
 *
 * @param from the file that imports it, by default one in the current directory
 */
export function findMswVersion(from?: string): string | undefined {
  const { process } = globalThis as { process?: NodeProcess }
  try {
    const { createRequire } = process?.getBuiltinModule?.('module') ?? {}
    return createRequire?.(from ?? `${process?.cwd()}/`)('msw/package.json').version
  } catch {
    return undefined
  }
}
