import { limits } from '#core/limits.ts'
import { openedAs } from '#web/session/opened-as.ts'
import { UploadError, type Sender } from './upload-queue.ts'

/** Longer than the server's, which says why. */
const PATIENCE_MS = 2 * limits.uploadStallMs

interface Reply {
  readonly error_code?: number
  readonly error_message?: string
  readonly success?: number
  readonly message?: string
  readonly url?: string
  readonly data?: { readonly file_id?: number; readonly url?: string }
}

/** A text names a file by its path, so that it stays right when the site moves; replies name it whole. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)

/** Sends a file by XMLHttpRequest, which tells how far it is. One that comes no further for a while is given up (R17). */
export const sendFile: Sender = (file, { target, itemId, pageId }, { signal, onProgress }) => {
  const form = new FormData()
  const isOfPage = target === 'attachment' && pageId > 0
  if (isOfPage) {
    form.set('item_id', String(itemId))
    form.set('page_id', String(pageId))
  }
  // Last: the server may know by then where it belongs.
  form.set(target === 'image' ? 'editormd-image-file' : 'file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', target === 'image' ? '/api/page/uploadImg' : '/api/page/upload')
    request.setRequestHeader('x-opened-as', openedAs())
    request.responseType = 'json'
    let patience = 0
    const wait = () => {
      clearTimeout(patience)
      patience = window.setTimeout(() => request.abort(), PATIENCE_MS)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => clearTimeout(patience))
    request.addEventListener('load', () => {
      const reply = (request.response ?? {}) as Reply
      const url = pathOf(reply.url ?? reply.data?.url ?? '')
      if (reply.success === 1 && url) resolve({ fileId: reply.data?.file_id ?? 0, name: file.name, url, isOfPage })
      else reject(new UploadError(reply.error_message || reply.message || null))
    })
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => reject(new UploadError(null)))
    signal.addEventListener('abort', () => request.abort())
    wait()
    request.send(form)
  })
}
