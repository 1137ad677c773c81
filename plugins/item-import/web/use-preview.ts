import { useEffect, useRef, useState } from 'react'
import { UploadError } from '#web/uploads/send-form.ts'
import { sendPreview, type Preview, type PreviewWishes } from './send-preview.ts'

export type PreviewState =
  | { readonly kind: 'none' }
  /** `share` of the file has been uploaded; at 1 the server is reading it. */
  | { readonly kind: 'sending'; readonly file: File; readonly share: number }
  /** `message` is null when the server could not be reached. */
  | { readonly kind: 'failed'; readonly file: File; readonly message: string | null }
  | { readonly kind: 'ready'; readonly file: File; readonly preview: Preview; readonly wishes: PreviewWishes }

/** A file being uploaded, and its preview. Choosing another file cancels it. */
export function usePreview() {
  const [state, setState] = useState<PreviewState>({ kind: 'none' })
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const send = async (file: File, wishes: PreviewWishes) => {
    sending.current?.abort()
    const ending = new AbortController()
    sending.current = ending
    // Results for the previous file arrive too late.
    const tell = (next: PreviewState) => {
      if (!ending.signal.aborted) setState(next)
    }
    tell({ kind: 'sending', file, share: 0 })
    try {
      const onProgress = (share: number) => tell({ kind: 'sending', file, share })
      tell({
        kind: 'ready',
        file,
        wishes,
        preview: await sendPreview(file, wishes, { signal: ending.signal, onProgress }),
      })
    } catch (error) {
      tell({ kind: 'failed', file, message: error instanceof UploadError ? error.answer : null })
    }
  }
  const reset = () => {
    sending.current?.abort()
    setState({ kind: 'none' })
  }
  return { state, send, reset }
}
