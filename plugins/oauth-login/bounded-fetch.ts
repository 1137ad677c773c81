import type { CustomFetch } from 'openid-client'

/** Threats O3. */
const LONGEST_ANSWER_BYTES = 1024 * 1024

/** A request to the other site that follows no redirects, limits the size of the answer, and can be aborted. */
export const boundedFetch =
  (signal: AbortSignal, changed: (text: string) => string = (text) => text): CustomFetch =>
  async (url, options) => {
    const ends = [signal, ...(options.signal ? [options.signal] : [])]
    const init = { ...options, redirect: 'manual', signal: AbortSignal.any(ends) } as RequestInit
    const reply = await fetch(url, init)
    const { status, headers } = reply
    const text = await boundedText(reply)
    // Such answers must not have a body.
    return new Response([204, 205, 304].includes(status) ? null : changed(text), { status, headers })
  }

async function boundedText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    bytes += chunk.length
    if (bytes > LONGEST_ANSWER_BYTES) throw new Error('the answer of the other site is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
