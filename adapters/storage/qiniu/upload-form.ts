import { randomUUID } from 'node:crypto'
import type { IncomingFile } from '#core/ports/files.ts'

export interface UploadForm {
  readonly contentType: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/** A form with one file at its end, whose total length is known in advance. */
export function uploadForm(
  fields: Readonly<Record<string, string>>,
  file: IncomingFile,
  mediaType: string,
): UploadForm {
  const boundary = `octavo-${randomUUID()}`
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ${mediaType}\r\n\r\n`
  const before = Buffer.from(parts.join('') + head)
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: before.length + file.bytes + after.length,
    content: (async function* content() {
      yield before
      yield* file.read()
      yield after
    })(),
  }
}
