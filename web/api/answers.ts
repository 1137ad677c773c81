import type { i18n } from 'i18next'
import { createContext } from 'react'
import { NotLoaded } from '../parts/attempts.ts'
import type { KnownAnswer } from '../session/boot.ts'
import type { ApiClient } from './answer.ts'

/**
 * The answers included in the document, and the API client for everything else. The client is loaded on first use: most
 * readers never need more than their document contains.
 */
export interface Answers {
  /** Null when the document does not contain the answer. */
  known(questionKey: string): Pick<KnownAnswer, 'answer'> | null
  /** Null until it is loaded. */
  client(): ApiClient | null
  /** @throws NotLoaded; the next call tries again */
  load(): Promise<ApiClient>
  /** Notifies when the client is loaded. @returns unsubscribes */
  subscribe(listener: () => void): () => void
}

/** Serialises inputs with sorted fields, so that equal inputs have equal keys. */
export const questionKey = ({ operation, input }: Omit<KnownAnswer, 'answer'>): string =>
  JSON.stringify([...operation, input])

export function createAnswers(known: readonly KnownAnswer[], i18n: i18n): Answers {
  const since = Date.now()
  const byKey = new Map(known.map((one) => [questionKey(one), one]))
  const listeners = new Set<() => void>()
  let client: ApiClient | null = null
  let loading: Promise<ApiClient> | null = null

  async function loaded(): Promise<ApiClient> {
    try {
      const { createApiClient } = await import('./api-client.ts')
      client = createApiClient(i18n, known, since)
    } catch (cause) {
      loading = null
      throw new NotLoaded('the client of the API could not be loaded', { cause })
    }
    for (const listener of listeners) listener()
    return client
  }

  return {
    known: (key) => byKey.get(key) ?? null,
    client: () => client,
    load: () => (loading ??= loaded()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const AnswersContext = createContext<Answers | null>(null)
