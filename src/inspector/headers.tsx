import { Facts } from './table.tsx'
import { Part } from './text.tsx'

/** Shows headers, and marks those that the fake refused; a wrong one may be missing. */
export function Headers({
  headers,
  wrong = [],
}: {
  headers: Record<string, string>
  wrong?: readonly string[]
}) {
  const missing = wrong.filter((name) => !(name in headers)).map((name) => [name, 'is missing'] as const)
  const facts = [...Object.entries(headers), ...missing].map(([name, value]) => {
    const isWrong = wrong.includes(name)
    return [
      name,
      <Part key={name} isWrong={isWrong}>
        {isWrong ? value || 'empty' : value}
      </Part>,
    ] as const
  })
  return <Facts class="headers" facts={facts} />
}
