/** What the client knows of an issue. */
export interface Issue {
  number: number
  title: string
  state: 'open' | 'closed'
}

export interface NewIssue {
  title: string
  body?: string
  labels?: string[]
}

/** A rejection of the service. */
export class GithubError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const baseUrl = 'https://api.github.com'
const maxAttempts = 3
const pageSize = 2

/** The issues of a repository. */
export class Issues {
  readonly #path: string
  readonly #token: string

  constructor(repository: string, token: string) {
    this.#path = `/repos/${repository}/issues`
    this.#token = token
  }

  create(issue: NewIssue): Promise<Issue> {
    return this.#send('POST', this.#path, issue)
  }

  /** Lists the open issues of all pages. */
  async listOpen(): Promise<Issue[]> {
    const issues: Issue[] = []
    for (let page = 1; ; page++) {
      const query = `?state=open&per_page=${pageSize}&page=${page}`
      const found = await this.#send<Issue[]>('GET', this.#path + query)
      issues.push(...found)
      if (found.length < pageSize) return issues
    }
  }

  /** Closes an issue with a comment that says why. */
  async close(number: number, why: string): Promise<Issue> {
    await this.#send('POST', `${this.#path}/${number}/comments`, { body: why })
    return this.#send('PATCH', `${this.#path}/${number}`, { state: 'closed', state_reason: 'completed' })
  }

  async lock(number: number): Promise<void> {
    await this.#send('PUT', `${this.#path}/${number}/lock`, { lock_reason: 'resolved' })
  }

  async #send<Result>(method: string, path: string, body?: object): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${this.#token}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      })
      if (response.status === 503 && attempt < maxAttempts) {
        const seconds = Number(response.headers.get('Retry-After') ?? 1)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
        continue
      }
      const text = await response.text()
      const result = text === '' ? undefined : JSON.parse(text)
      if (!response.ok) throw new GithubError(response.status, result?.message ?? response.statusText)
      return result
    }
  }
}
