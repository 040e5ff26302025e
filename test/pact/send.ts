/** A request to the operation; missing parts aren't sent. */
export interface SentRequest {
  body?: string
  token?: string
  contentType?: string
}

/** Sends a request to the operation and returns the answer. */
export async function send(
  url: string,
  { body, token, contentType = 'application/json' }: SentRequest,
): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: {
      ...(body !== undefined && { 'Content-Type': contentType }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: await response.text() }
}
