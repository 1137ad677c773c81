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

/** Texts contain the path of a file, so that it stays valid when the site moves; responses contain its full address. */
export const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { pathname } = new URL(url)
  return pathBelow(pathname) ?? pathname
}

/** Sends a file for a page, or a picture for its text. */
export const sendFile: Sender = async (file, { target, itemId, pageId }, hooks) => {
  const form = new FormData()
  const isOfPage = target === 'attachment' && pageId > 0
  if (isOfPage) {
    form.set('item_id', String(itemId))
    form.set('page_id', String(pageId))
  }
  // Last: the server then already knows where it belongs.
  form.set(target === 'image' ? 'editormd-image-file' : 'file', file)
  const address = target === 'image' ? '/api/page/uploadImg' : '/api/page/upload'
  const reply = await sendForm<Reply>(address, form, hooks)
  const url = pathOf(reply.url ?? reply.data?.url ?? '')
  if (reply.success !== 1 || !url) throw new UploadError(reply.error_message || reply.message || null)
  return { fileId: reply.data?.file_id ?? 0, name: file.name, url, isOfPage }
}
