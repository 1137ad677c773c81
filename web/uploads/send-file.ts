import { sendForm, UploadError } from './send-form.ts'
import type { Sender } from './upload-queue.ts'
import { pathBelow } from '#web/site-path.ts'

interface Reply {
  readonly error_message?: string
  readonly message?: string
  readonly success?: number
  readonly url?: string
  readonly data?: { readonly file_id?: number; readonly url?: string }
}

/** A text names a file by its path, so that it stays right when the site moves; replies name it whole. */
export const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { pathname } = new URL(url)
  return pathBelow(pathname) ?? pathname
}

/** Sends a file of a page, or a picture in its text. */
export const sendFile: Sender = async (file, { target, itemId, pageId }, hooks) => {
  const form = new FormData()
  const isOfPage = target === 'attachment' && pageId > 0
  if (isOfPage) {
    form.set('item_id', String(itemId))
    form.set('page_id', String(pageId))
  }
  // Last: the server may know by then where it belongs.
  form.set(target === 'image' ? 'editormd-image-file' : 'file', file)
  const address = target === 'image' ? '/api/page/uploadImg' : '/api/page/upload'
  const reply = await sendForm<Reply>(address, form, hooks)
  const url = pathOf(reply.url ?? reply.data?.url ?? '')
  if (reply.success !== 1 || !url) throw new UploadError(reply.error_message || reply.message || null)
  return { fileId: reply.data?.file_id ?? 0, name: file.name, url, isOfPage }
}
