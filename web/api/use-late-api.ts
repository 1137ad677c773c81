import { useTranslation } from 'react-i18next'
import type { CoreOperations } from '#core/operations.ts'
import { showToast } from '../parts/toast-store.ts'
import type { OrderOptions } from './answer.ts'
import type { Group, InputOf, NameIn } from './api-types.ts'
import { useAnswers } from './use-answer.ts'

/** What can be asked and ordered where the API's client may not be there yet: it is loaded for it. */
export function useLateApi() {
  const { t } = useTranslation()
  const answers = useAnswers()
  return {
    /** Gets an answer that is likely to be wanted soon. */
    prefetch<G extends Group, N extends NameIn<G>>(group: G, name: N, input: InputOf<CoreOperations[G][N]>): void {
      // Without it the answer comes later, when somebody wants it.
      answers.load().then((client) => client.prefetch([group, name], input), nothing)
    },
    /** Gives a command. What goes wrong is told to the person here. */
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
