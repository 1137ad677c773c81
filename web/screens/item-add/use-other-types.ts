import { useTranslation } from 'react-i18next'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { api } from '../../api/trpc.ts'
import { useContributions } from '../../extensions/contributions.ts'
import { pageFaces } from '../../extensions/points.ts'

export type OfferedType = AnswerOf<CoreOperations['item']['types']>[number]

/** What can be added besides the product's own types of items: those of kinds of pages for which there are faces. */
export function useOtherTypes() {
  const { t } = useTranslation()
  const types = api.item.types.useQuery({}, { meta: { isQuiet: true } })
  const faces = useContributions(pageFaces)
  return (types.data ?? []).flatMap(({ itemType, kind }) => {
    const found = faces.find(({ value }) => value.kind === kind)
    if (!found?.value.item) return []
    // Keys of plugins are not known to the types of the product's texts.
    const textOf = (key: string): string => t(key as never, { ns: found.pluginId })
    return [{ itemType, title: textOf(found.value.item.title), hint: textOf(found.value.item.hint) }]
  })
}
