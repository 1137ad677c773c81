import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { showToast } from '../parts/toast-store.ts'
import { loginPath, refusalOf } from './errors.ts'
import { goTo } from '#web/site-path.ts'

const FRESH_MS = 30_000

/** Caches answers, and shows errors that the screen does not show itself. */
export function createQueryClient(i18n: i18n): QueryClient {
  const tell = (error: unknown) => {
    const refusal = refusalOf(error)
    // Shown once per window, with the possible actions.
    if (refusal?.kind !== 'otherPerson') showToast(refusal?.message ?? i18n.t('error.connection'), 'bad')
  }
  const report = (error: unknown, isQuiet: boolean) => {
    if (isQuiet) return
    if (refusalOf(error)?.kind === 'loginRequired') goTo(loginPath())
    else tell(error)
  }
  const left = new WeakSet<object>()
  const changes = new MutationCache({
    onError: (error, _variables, _result, change) => {
      if (change.meta?.isQuiet !== 'whileShown') report(error, change.meta?.isQuiet ?? false)
      // No redirect: something else may be typed by now.
      else if (left.has(change)) tell(error)
    },
  })
  changes.subscribe((event) => {
    if (event.type === 'observerRemoved') left.add(event.mutation)
  })
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, Boolean(query.meta?.isQuiet)) }),
    mutationCache: changes,
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // A refusal is final; a connection error is retried once.
        retry: (failures, error) => failures < 1 && refusalOf(error)?.kind === null,
        // Without a connection a part says so. It must not wait without a word; once the connection is back, it is
        // loaded by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a connection, a change fails and says so. It must not wait, and be made when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  })
}
