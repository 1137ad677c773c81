import { ERROR_CODES } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { openedAs } from '#web/session/opened-as.ts'
import { atSite } from '#web/site-path.ts'

/** Longer than the server's limit, whose response has the reason. */
const PATIENCE_MS = 2 * limits.uploadStallMs

/** The server refused it (`answer` has the reason), or could not be reached (null). */
export class UploadError extends Error {
  readonly answer: string | null
  /** In the format of the API, so that `refusalOf` finds the server's message. */
  readonly data: object | null
  /** The server does not accept the file as a picture, so another attempt would also fail. */
  readonly isWrongFormat: boolean
  constructor(answer: string | null, cause?: unknown, isWrongFormat = false) {
    super(answer ?? 'the server did not take the file', { cause })
    this.name = 'UploadError'
    this.answer = answer
    this.data = answer === null ? null : {}
    this.isWrongFormat = isWrongFormat
  }
}

export interface SendHooks {
  readonly signal: AbortSignal
  /** `share` is between 0 and 1. */
  onProgress(share: number): void
}

interface Refused {
  readonly error_code?: number
  readonly error_message?: string
  readonly message?: string
}

/**
 * Sends a form with a file by XMLHttpRequest, which reports progress. An upload without progress for a while is given
 * up (R17). @param path below the site, as `/api/page/upload` @throws UploadError, also when `signal` aborted it
 */
export const sendForm = <T extends object>(
  path: string,
  form: FormData,
  { signal, onProgress }: Partial<SendHooks> = {},
): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', atSite(path))
    request.setRequestHeader('x-opened-as', openedAs())
    request.responseType = 'json'
    let patience = 0
    const wait = () => {
      clearTimeout(patience)
      patience = window.setTimeout(() => request.abort(), PATIENCE_MS)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => clearTimeout(patience))
    request.addEventListener('load', () => {
      const reply = (request.response ?? {}) as T & Refused
      const { error_code: code = request.status === 200 ? 0 : 1 } = reply
      if (code === 0) resolve(reply)
      else
        reject(
          new UploadError(reply.error_message || reply.message || null, undefined, code === ERROR_CODES.notAnImage),
        )
    })
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => reject(new UploadError(null)))
    signal?.addEventListener('abort', () => request.abort())
    wait()
    request.send(form)
  })
