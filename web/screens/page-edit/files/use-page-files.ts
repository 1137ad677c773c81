import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import type { HoldHere } from '#web/editor/face-controls.ts'
import { showToast } from '#web/parts/toast-store.ts'
import type { UploadHooks } from '#web/uploads/upload-queue.ts'
import { isPicture, markdownOf, type UploadedFile } from '#web/uploads/upload.ts'
import { useUploads, type Uploads } from '#web/uploads/use-uploads.ts'
import type { PageWork } from '../use-page-work.ts'

/** One of the user's own files that becomes an attachment with the first save of a new page. */
export interface PromisedFile {
  readonly fileId: number
  readonly displayName: string
  readonly url: string
}

export interface PageFiles {
  readonly uploads: Uploads
  /** Of a page that was never saved. */
  readonly promised: readonly PromisedFile[]
  /** Attachments; for a new page, the future ones. */
  readonly count: number
  /**
   * Pictures are inserted at the cursor, or where `hold` marks their place; other files become attachments, with a link
   * there. If there is no text, all become attachments.
   */
  add(files: readonly File[], hold?: HoldHere): void
  /** Attachments only. */
  attach(files: readonly File[]): void
  /** Attaches one of the user's own files, now or with the first save. */
  bind(file: PromisedFile): Promise<void>
  unpromise(fileId: number): void
}

/** The files of the page being edited. */
export function usePageFiles(
  itemId: number,
  work: Pick<PageWork, 'pageId' | 'hold' | 'insert' | 'takesText'>,
): PageFiles {
  const { t } = useTranslation('files')
  const cache = api.useUtils()
  const { pageId } = work
  const uploads = useUploads()
  const attachments = api.attachment.listOfPage.useQuery(
    { pageId },
    { enabled: pageId > 0, staleTime: 0, meta: { isQuiet: true } },
  )
  const { mutateAsync: bindToPage } = api.attachment.bindToPage.useMutation()
  const [promised, setPromised] = useState<readonly PromisedFile[]>([])
  const insert = useEffectEvent((markdown: string) => work.insert(markdown))

  const attachNow = async ({ fileId }: PromisedFile): Promise<void> => {
    await bindToPage({ fileId, pageId })
    await changed()
  }
  const changed = async (): Promise<void> => {
    void cache.page.view.invalidate({ pageId })
    await cache.attachment.listOfPage.invalidate({ pageId })
  }
  const promise = (file: PromisedFile) =>
    setPromised((before) => [...before.filter(({ fileId }) => fileId !== file.fileId), file])
  const bind = async (file: PromisedFile): Promise<void> => (pageId > 0 ? attachNow(file) : promise(file))
  const keepPromises = useEffectEvent(() => {
    for (const file of promised) attachNow(file).catch(isShown)
  })
  useEffect(() => {
    if (pageId > 0) keepPromises()
  }, [pageId])

  const attached = useEffectEvent((file: UploadedFile) => {
    if (file.isOfPage) void changed()
    else bind({ fileId: file.fileId, displayName: file.name, url: file.url }).catch(isShown)
  })
  const attach = (file: File, hooks: UploadHooks = { onDone: nothing, onGone: nothing }) =>
    uploads.queue.add(
      file,
      { target: 'attachment', itemId, pageId },
      {
        ...hooks,
        onDone(uploaded) {
          attached(uploaded)
          hooks.onDone(uploaded)
        },
      },
    )
  const show = (file: File, hooks: UploadHooks) => uploads.queue.add(file, { target: 'image', itemId, pageId }, hooks)

  /** Shown or linked at the current cursor, or at a marked place, wherever that position is when the file is uploaded. */
  const put = (file: File, hold?: HoldHere) => {
    const { name } = file
    const isImage = isPicture(file)
    const target = isImage ? 'image' : 'attachment'
    const label = t(isImage ? 'upload.held' : 'upload.heldLink', { name })
    const place = work.hold(label, isImage, hold)
    const onDone = (uploaded: UploadedFile) => {
      const markdown = markdownOf(uploaded, target)
      place.fill(markdown, () => {
        insert(markdown)
        showToast(t('upload.placeGone', { name }), 'info')
      })
    }
    const hooks: UploadHooks = {
      onDone,
      onGone: place.release,
      onFailed: () => place.say(t(isImage ? 'upload.heldFailed' : 'upload.heldLinkFailed', { name })),
      onRetried: () => place.say(label),
    }
    if (isImage) show(file, hooks)
    else attach(file, hooks)
  }
  return {
    uploads,
    promised,
    count: pageId > 0 ? (attachments.data?.length ?? 0) : promised.length,
    add: (files, hold) => files.forEach((file) => (work.takesText() ? put(file, hold) : attach(file))),
    attach: (files) => files.forEach((file) => attach(file)),
    bind,
    unpromise: (fileId) => setPromised((before) => before.filter((file) => file.fileId !== fileId)),
  }
}

const nothing = (): void => undefined
// Refusals are shown as toasts; the file remains one of the user's own.
const isShown = nothing
