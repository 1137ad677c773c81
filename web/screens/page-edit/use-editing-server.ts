import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { EditingServer } from '#web/editor/manuscript.ts'
import { isWithoutEffect } from '#web/editor/saver.ts'
import { serverDrafts } from '#web/editor/server-drafts.ts'

/** The requests of the editor to the server. */
export function useEditingServer(itemId: number): EditingServer {
  const cache = api.useUtils()
  const order = api.page.save.useMutation({ meta: { isQuiet: true } })
  return {
    save: ({ saveId, pageId, baseRevision, page, isMoved, notifyRemark }) =>
      order.mutateAsync({
        pageId,
        itemId,
        pageTitle: page.title,
        pageContent: page.content,
        saveId,
        ...(isMoved && { catalogId: page.catalogId }),
        ...(baseRevision === null ? {} : { baseRevision }),
        ...(notifyRemark === null ? {} : { isNotify: true, notifyContent: notifyRemark }),
      }),
    async newest(pageId) {
      await cache.page.info.invalidate({ pageId })
      // Without a connection this fails: a save must not wait for it, and be made when nobody expects it any more.
      const stored = await cache.page.info.fetch({ pageId }, { meta: { isQuiet: true } })
      return {
        page: { title: stored.pageTitle, content: stored.pageContent, catalogId: stored.catalogId },
        revision: stored.revision,
        who: stored.authorUsername,
        when: String(stored.savedAt),
      }
    },
    isRefused: (error, isRetry) => isWithoutEffect(refusalOf(error)?.kind ?? null, isRetry),
    isNewer: (error) => refusalOf(error)?.kind === 'pageChanged',
    drafts: serverDrafts,
  }
}
