/** What the shop's page knows of a plant that was added. */
export interface ShownPlant {
  name: string
  tag?: string
}

/** A refusal as the page shows it. */
export class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The shop in the browser: it makes up ids by itself, and asks for a login where there is no token or it is refused. */
export async function addPlant(url: string, plant: object, token?: string): Promise<ShownPlant> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(plant),
  })
  if (response.status === 400) throw new RefusedError(400, (await response.json()).message)
  if (!response.ok) throw new RefusedError(response.status, 'Please log in.')
  return response.json()
}

/** An id as the shop makes one up. */
export const makeId = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
