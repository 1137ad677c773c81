import type { i18n } from 'i18next'
import { createContext } from 'react'
import { NotLoaded } from '../parts/attempts.ts'
import type { KnownAnswer } from '../session/boot.ts'
import type { ApiClient } from './answer.ts'

/**
 * The answers that came with the document, and the API's client for everything else. The client is loaded when it is
 * first wanted: most readers never ask for more than their document holds.
 */
export interface Answers {
  /** Null when the document does not hold the answer. */
  known(questionKey: string): Pick<KnownAnswer, 'answer'> | null
  /** Null until it is loaded. */
  client(): ApiClient | null
  /** @throws NotLoaded; the next call tries again */
  load(): Promise<ApiClient>
  /** Tells when the client is there. @returns stops telling */
  subscribe(listener: () => void): () => void
}

/** Inputs of one question have their fields in the same order wherever they are written. */
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
