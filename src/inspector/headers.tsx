/** Shows headers, and marks those that the fake refused; a wrong one may be missing. */
export function Headers({
  headers,
  wrong = [],
}: {
  headers: Record<string, string>
  wrong?: readonly string[]
}) {
  const missing = wrong.filter((name) => !(name in headers))
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {wrong.includes(name) ? <mark title="The fake refused this">{value || 'empty'}</mark> : value}
          </dd>
        </div>
      ))}
      {missing.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <mark>is missing</mark>
          </dd>
        </div>
      ))}
    </dl>
  )
}
