import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'
import { api } from '../api/trpc.ts'
import { showToast } from '../parts/toast-store.ts'
import { placesOf, type CatalogBranch } from './catalog-tree.ts'

/** Queries that are outdated after catalogs of an item have changed. */
export function useCatalogsChanged(): (itemId: number) => Promise<void> {
  const cache = api.useUtils()
  return async (itemId) => {
    await Promise.all([
      cache.catalog.listTree.invalidate({ itemId }),
      cache.catalog.listNames.invalidate({ itemId }),
      cache.item.info.invalidate(),
    ])
  }
}

/**
 * Shows a rearranged tree immediately and saves it as a whole; if that fails, the previous tree is restored. While
 * saves are pending, answers with older trees are ignored.
 */
export function useSaveTree(itemId: number): (tree: readonly CatalogBranch[], saidWhenSaved: () => void) => void {
  const { t } = useTranslation()
  const cache = api.useUtils()
  const changed = useCatalogsChanged()
  const underWay = useRef(0)
  const updateAll = api.catalog.updateAll.useMutation({ meta: { isQuiet: true }, scope: { id: 'catalogTree' } })

  return (tree, saidWhenSaved) => {
    const before = cache.catalog.listTree.getData({ itemId })
    void cache.catalog.listTree.cancel({ itemId })
    cache.catalog.listTree.setData({ itemId }, asAnswer(tree))
    underWay.current += 1
    updateAll.mutate(
      { itemId, places: [...placesOf(tree)] },
      {
        onSuccess: saidWhenSaved,
        onError: (error) => {
          cache.catalog.listTree.setData({ itemId }, before)
          showToast(refusalOf(error)?.message ?? t('error.connection'), 'bad')
        },
        onSettled: () => {
          underWay.current -= 1
          if (underWay.current === 0) void changed(itemId)
        },
      },
    )
  }
}

type Answer = ReturnType<ReturnType<typeof api.useUtils>['catalog']['listTree']['getData']>

// The screen moves branches of the answer itself; the move has checked that none is deeper than three levels.
const asAnswer = (tree: readonly CatalogBranch[]): Answer => tree as unknown as Answer
