import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { showToast } from '../parts/toast-store.ts'
import { loginPath, refusalOf } from './errors.ts'
import { goTo } from '#web/site-path.ts'

const FRESH_MS = 30_000

/** Caches answers, and shows errors that the screen does not show itself. */
export function createQueryClient(i18n: i18n): QueryClient {
  const report = (error: unknown, isQuiet: boolean) => {
    const refusal = refusalOf(error)
    if (refusal?.kind === 'loginRequired' && !isQuiet) goTo(loginPath())
    // Shown once per window, with the possible actions.
    else if (!isQuiet && refusal?.kind !== 'otherPerson')
      showToast(refusal?.message ?? i18n.t('error.connection'), 'bad')
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta?.isQuiet ?? false) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutation.meta?.isQuiet ?? false),
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // A refusal is final; a connection error is retried once.
        retry: (failures, error) => failures < 1 && refusalOf(error)?.kind === null,
      },
    },
  })
}
