/** A call, as passed to the frame. */
export interface FrameCall {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | readonly (readonly [name: string, value: string])[] | null
}
/** The frame's result. The receiver validates it: code in the frame is not trusted. */
export type FrameAnswer =
  | {
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: ArrayBuffer
      /** Whether the body was truncated. */
      readonly isCut: boolean
      readonly ms: number
    }
  | { readonly failure: 'silent' | 'late' | 'refused' | 'redirect' }

/** Receives one call from the parent page, through a private port, and makes it. */
function begin(limits: { readonly bytes: number; readonly ms: number }): void {
  addEventListener('message', ({ source, ports: [port] }) => {
    if (source !== parent || parent === window || !port) return
    let isBusy = false
    port.addEventListener('message', ({ data }: MessageEvent<FrameCall>) => {
      if (isBusy) return
      isBusy = true
      void answered(data, limits).then((answer) => port.postMessage(answer))
    })
    port.start()
  })
}

async function answered(
  { method, url, headers, body }: FrameCall,
  limits: { readonly bytes: number; readonly ms: number },
): Promise<FrameAnswer> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limits.ms)
  const began = performance.now()
  try {
    const form = Array.isArray(body) ? new FormData() : null
    if (Array.isArray(body)) for (const [name, value] of body) form?.append(name, value)
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: form ?? (typeof body === 'string' ? body : null),
      // No credentials of the person or of this site are sent.
      ...{ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', mode: 'cors' },
      // Following a redirect would send the person's headers and bodies elsewhere.
      redirect: 'manual',
      signal: late.signal,
    })
    if (response.type === 'opaqueredirect') return { failure: 'redirect' }
    const { bytes, isCut } = await beginningOf(response, limits.bytes)
    const { status, statusText } = response
    return {
      ...{ status, statusText, isCut, body: bytes, ms: performance.now() - began },
      headers: [...response.headers],
    }
  } catch (error) {
    if (late.signal.aborted) return { failure: 'late' }
    // An invalid request is a TypeError as well, before anything is sent: only this check distinguishes it.
    return {
      failure: error instanceof TypeError && /header|method|invalid name/i.test(error.message) ? 'refused' : 'silent',
    }
  } finally {
    clearTimeout(timer)
  }
}

async function beginningOf(response: Response, most: number): Promise<{ bytes: ArrayBuffer; isCut: boolean }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    length += piece.length
    if (length > most) break
  }
  const bytes = await new Blob(pieces).slice(0, most).arrayBuffer()
  return { bytes, isCut: length > most }
}

export const ANSWER_BYTES = 1024 * 1024
const ANSWER_MS = 30_000

/** The script of the frame: self-contained functions without any user content. */
export const FRAME_SCRIPT = `(() => {\n${[begin, answered, beginningOf].map(String).join('\n')}\nbegin({ bytes: ${ANSWER_BYTES}, ms: ${ANSWER_MS} })\n})()`
