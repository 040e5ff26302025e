/** What the shop's page knows of a plant that was added. */
export interface ShownPlant {
  name: string
  tag?: string
}

/** The shop in the browser: it makes up ids by itself, and asks for a login where there is no token or it is refused. */
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

/** An id as the shop makes one up. */
export const makeId = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
