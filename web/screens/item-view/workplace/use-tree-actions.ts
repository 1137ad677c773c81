import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { offerUndo, undoLast } from '#web/parts/undo-offers.ts'
import type { MenuNode } from '../menu-nodes.ts'
import {
  deletionOf,
  homeOf,
  movesBack,
  movesTo,
  placeOf,
  topMost,
  type NodeName,
  type Target,
  type TreeMove,
} from './tree-moves.ts'

export interface TreeActionsOf {
  readonly itemId: number
  readonly nodes: readonly MenuNode[]
  readonly currentPageId: number | null
  readonly itemPath: string
  /** A message is shown: a drawer closes. */
  onDone(): void
}

export interface TreeActions {
  /** Calls back once the server has moved them, before the tree shows it. */
  move(names: readonly NodeName[], target: Target, whenDone: () => void): void
  remove(names: readonly NodeName[]): void
  rename(node: MenuNode, title: string): void
  /** Locks a page for oneself, or releases it. */
  lock(pageId: number, isOn: boolean): void
  /** Undoes the last action, if it was in this item; false otherwise. */
  undo(): boolean
}

/** What editors do in the tree of an item; each action can be undone from its message. */
export function useTreeActions({ itemId, nodes, currentPageId, itemPath, onDone }: TreeActionsOf): TreeActions {
  const { t } = useTranslation(['tree', 'common'])
  const [, navigate] = useLocation()
  const cache = api.useUtils()
  const quiet = { meta: { isQuiet: true } }
  const arrange = api.catalog.arrange.useMutation(quiet)
  const removeAll = api.recycle.deleteSeveral.useMutation(quiet)
  const takeBack = api.recycle.undo.useMutation(quiet)
  const saveCatalog = api.catalog.save.useMutation(quiet)
  const savePage = api.page.save.useMutation(quiet)
  const setLock = api.page.setLock.useMutation(quiet)

  const refresh = () =>
    Promise.all([
      cache.item.info.invalidate(),
      cache.catalog.listTree.invalidate({ itemId }),
      cache.catalog.listNames.invalidate({ itemId }),
      cache.catalog.pages.invalidate({ itemId }),
    ])
  /** Runs an action, shows the resulting tree, and reports errors. */
  const perform = async (action: () => Promise<unknown>, whenDone?: () => void): Promise<void> => {
    try {
      await action()
      whenDone?.()
    } catch (error) {
      showToast(refusalOf(error)?.message ?? t('common:error.connection'), 'bad')
    } finally {
      await refresh()
    }
  }
  const offer = (text: string, run: () => void, pageIds: readonly number[] = []) => {
    offerUndo({ itemId, text, label: t('undo'), pageIds, run })
    onDone()
  }
  const send = (moves: readonly TreeMove[], whenDone?: () => void) =>
    perform(() => arrange.mutateAsync({ itemId, moves: [...moves] }), whenDone)

  return {
    move(names, target, whenDone) {
      const moved = topMost(nodes, names).slice(0, limits.movedAtOnce)
      const back = movesBack(nodes, moved)
      void send(movesTo(moved, target), () => {
        offer(movedWords(moved, target), () => void send(back))
        whenDone()
      })
    },
    remove(names) {
      const doomed = topMost(nodes, names)
      const { pages, catalogs } = deletionOf(nodes, doomed)
      const idsOf = (kind: MenuNode['kind']) => doomed.filter((node) => node.kind === kind).map(({ id }) => id)
      const isOnShow = pages.some(({ pageId }) => pageId === currentPageId)
      const deletion = { itemId, pageIds: idsOf('page'), catalogIds: idsOf('catalog') }
      const undo = async () => {
        const { rootedPageIds } = await takeBack.mutateAsync({ itemId, pages: [...pages], catalogs: [...catalogs] })
        if (rootedPageIds.length > 0) showToast(t('rooted', { count: rootedPageIds.length }), 'info')
        if (isOnShow) navigate(`${itemPath}/${currentPageId}`)
      }
      void perform(
        () => removeAll.mutateAsync(deletion),
        () => {
          if (isOnShow) navigate(itemPath)
          const pageIds = pages.map(({ pageId }) => pageId)
          offer(saying('deleted', doomed), () => void perform(undo), pageIds)
        },
      )
    },
    rename(node, title) {
      void perform(async () => {
        if (node.kind === 'catalog') {
          await saveCatalog.mutateAsync({ itemId, catalogId: node.id, catalogName: title })
          return
        }
        const { pageContent, revision } = await cache.page.info.fetch({ pageId: node.id }, { staleTime: 0 })
        await savePage.mutateAsync({ pageId: node.id, pageTitle: title, pageContent, baseRevision: revision })
        await cache.page.view.invalidate({ pageId: node.id })
      })
    },
    lock(pageId, isOn) {
      const wish = { pageId, itemId, ...(isOn ? {} : { lockTo: 0 }), takesOver: true }
      void perform(
        async () => {
          await setLock.mutateAsync(wish)
          await cache.page.locks.invalidate({ itemId })
        },
        () => showToast(t(isOn ? 'locked' : 'unlocked')),
      )
    },
    undo: () => undoLast(itemId),
  }

  /** Names the catalog, unless it is where it was before. */
  function movedWords(moved: readonly MenuNode[], { into }: Target): string {
    const catalog = placeOf(nodes, { kind: 'catalog', id: into })?.node.title
    if (catalog === undefined || homeOf(nodes, moved) === into) return saying('moved', moved)
    const [title, count] = [moved[0]?.title ?? '', moved.length]
    return count === 1 ? t('movedInto.one', { title, catalog }) : t('movedInto.several', { count, catalog })
  }

  function saying(action: 'moved' | 'deleted', [first, ...others]: readonly MenuNode[]): string {
    const [title, count] = [first?.title ?? '', others.length + 1]
    if (action === 'moved') return count === 1 ? t('moved.one', { title }) : t('moved.several', { count })
    return count === 1 ? t('deleted.one', { title }) : t('deleted.several', { count })
  }
}
