import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { showToast } from '../parts/toast-store.ts'
import { loginPath, refusalOf } from './errors.ts'
import { goTo } from '#web/site-path.ts'

const FRESH_MS = 30_000

/** Keeps answers, and says what went wrong where the screen does not say it itself. */
export function createQueryClient(i18n: i18n): QueryClient {
  const report = (error: unknown, isQuiet: boolean) => {
    const refusal = refusalOf(error)
    if (refusal?.kind === 'loginRequired' && !isQuiet) goTo(loginPath())
    // Said once for the whole window, with the ways on.
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
        // A refusal stays a refusal; a broken connection deserves a second try.
        retry: (failures, error) => failures < 1 && refusalOf(error)?.kind === null,
      },
    },
  })
}
