/** The part of a pact file that the kit reads; everything else in it stays. */
export interface PactDocument {
  consumer: { name: string }
  provider: { name: string }
  interactions?: InteractionDocument[]
  messages?: InteractionDocument[]
  metadata?: unknown
}

/** An interaction in a file, in any version of Pact's format. */
export interface InteractionDocument {
  type?: string
  description?: string
  providerState?: string | null
  /** The spelling of `providerState` in the first versions of Pact for Ruby. */
  provider_state?: string | null
  providerStates?: { name: string; params?: Record<string, unknown> }[] | null
  request?: MessageDocument | null
  response?: MessageDocument | null
  /** What plugins of Pact need, by their names. */
  pluginConfiguration?: Record<string, unknown>
}

export interface MessageDocument {
  method?: string
  path?: string
  status?: number
  headers?: Record<string, string | string[]> | null
  body?: unknown
  matchingRules?: unknown
  generators?: unknown
}
