/** Returns the member of a body that a path such as `$.name` or `$.body['name']` leads to; `*` for all members, and `$` for the body. */
function readMember(path: string): string | undefined {
  if (path === '$') return path
  const [, dotted, quoted] = /^\$(?:\.(\w+|\*)|\[['"](\w+)['"]\])$/.exec(path) ?? []
  return dotted ?? quoted
}

const ofBody = /^\$(?:\.body\b|\[['"]body['"]\])/

const isEquality = (rule: unknown): boolean => (Object(rule) as { match?: unknown }).match === 'equality'

function allowsOthers(entry: unknown): boolean {
  const { matchers } = Object(entry) as { matchers?: unknown }
  return !(Array.isArray(matchers) ? matchers : [entry]).every(isEquality)
}

/** Returns whether matchers of a request allow other values of a member than its example: `$.body.name` in version 2, `body` and `$.name` in later ones. */
export function isExample({ matchingRules }: { matchingRules?: unknown }, member: string): boolean {
  const rules = Object(matchingRules) as Record<string, unknown>
  const old = Object.entries(rules).filter(([path]) => ofBody.test(path))
  const found = new Map(
    [
      ...old.map(([path, rule]) => [path.replace(ofBody, '$'), rule]),
      ...Object.entries(Object(rules['body'])),
    ].map(([path, rule]) => [readMember(String(path)), rule] as const),
  )
  // Without matchers of its own, those of all members or of the whole body count.
  const own = [member, '*', '$'].find((name) => found.has(name))
  return own !== undefined && allowsOthers(found.get(own))
}
