import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useBackstageText } from './texts.ts'

export type ListedPlugin = AnswerOf<CoreOperations['plugin']['list']>['plugins'][number]
type Reason = NonNullable<ListedPlugin['why']>
type Failures = NonNullable<ListedPlugin['failures']>

export interface PluginReasons {
  /** Why it does not run; null when there is nothing to say about it. */
  of(why: Reason): string | null
  /** What of it failed while it ran. */
  ofFailures(failures: Failures): string
}

/** Why plugins do not run, in the reader's language. What plugins themselves say of their errors stays as it is. */
export function usePluginReasons(): PluginReasons {
  const t = useBackstageText()
  const { time } = useFormats()

  const failuresSaid = (key: 'plugins.failures' | 'plugins.reason.failures', { count, last }: Failures): string => {
    const { how, part, name, problem, at } = last
    const said = problem === '' ? '' : t('plugins.failure.problem', { problem })
    const failure = t(`plugins.failure.${how}`, { part: t(`plugins.part.${part}`, { name }), said })
    return t(key, { count, time: time(at), failure })
  }
  const listed = (plugins: readonly string[]): { readonly plugins: string } => ({ plugins: plugins.join(', ') })

  return {
    ofFailures: (failures) => failuresSaid('plugins.failures', failures),
    of(why) {
      switch (why.kind) {
        case 'byAdministrator':
          // An administrator who did it needs no explanation.
          return null
        case 'failures':
          return failuresSaid('plugins.reason.failures', why)
        case 'needs':
          return [
            ...(why.missing.length > 0 ? [t('plugins.reason.missing', listed(why.missing))] : []),
            ...(why.notRunning.length > 0 ? [t('plugins.reason.notRunning', listed(why.notRunning))] : []),
          ].join(' ')
        case 'circle':
          return t('plugins.reason.circle', { plugins: why.plugins.join(' → ') })
        case 'otherVersion':
          return t('plugins.reason.otherVersion', { written: why.written, current: why.current })
        case 'doesNotStart':
          return t('plugins.reason.doesNotStart', { problem: why.problem })
        default:
          return t(`plugins.reason.${why.kind}`)
      }
    },
  }
}
