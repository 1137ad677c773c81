import { useTranslation } from 'react-i18next'
import type { CoreOperations } from '#core/operations.ts'
import { showToast } from '../parts/toast-store.ts'
import type { OrderOptions } from './answer.ts'
import type { Group, InputOf, NameIn } from './api-types.ts'
import { useAnswers } from './use-answer.ts'

/** Queries and commands for code that may run before the API client is loaded: it is loaded on demand. */
export function useLateApi() {
  const { t } = useTranslation()
  const answers = useAnswers()
  return {
    /** Prefetches an answer that is likely to be needed soon. */
    prefetch<G extends Group, N extends NameIn<G>>(group: G, name: N, input: InputOf<CoreOperations[G][N]>): void {
      // If this fails, the answer is loaded when it is needed.
      answers.load().then((client) => client.prefetch([group, name], input), nothing)
    },
    /** Runs a command. Errors are shown to the user here. */
    order<G extends Group, N extends NameIn<G>>(
      group: G,
      name: N,
      input: InputOf<CoreOperations[G][N]>,
      options: OrderOptions = {},
    ): void {
      answers.load().then(
        (client) => client.order([group, name], input, options),
        () => !options.isQuiet && showToast(t('error.connection'), 'bad'),
      )
    },
  }
}

const nothing = () => {}
