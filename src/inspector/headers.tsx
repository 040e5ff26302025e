import { Text } from './text.tsx'

/** Shows headers, and marks those that the fake refused; a wrong one may be missing. */
export function Headers({
  headers,
  wrong = [],
}: {
  headers: Record<string, string>
  wrong?: readonly string[]
}) {
  const missing = wrong.filter((name) => !(name in headers))
  const shown = [...Object.entries(headers), ...missing.map((name) => [name] as const)]
  return (
    <dl class="headers">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {wrong.includes(name) ? (
              <mark title="The fake refused this">
                <Text>{value ?? 'is missing'}</Text>
                {value === '' && 'empty'}
              </mark>
            ) : (
              <Text>{value ?? ''}</Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
