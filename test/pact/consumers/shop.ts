/** What the shop's page knows about an added plant. */
export interface ShownPlant {
  name: string
  tag?: string
}

/** The shop in the browser: it generates ids, and asks for a login if there is no token or the service refuses it. */
export async function addPlant(url: string, plant: object, token?: string): Promise<ShownPlant> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(plant),
  })
  if (response.status === 400) throw new Error(((await response.json()) as { message: string }).message)
  if (!response.ok) throw new Error('Please log in.')
  return (await response.json()) as ShownPlant
}

/** An id that the shop could generate. */
export const makeId = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
