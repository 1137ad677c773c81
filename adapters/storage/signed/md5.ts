import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { IncomingFile } from '#core/ports/files.ts'

/** The MD5 of a file in base 64: sent along, so that a provider refuses corrupted bytes. */
export async function md5Of(file: IncomingFile): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of file.read()) hash.update(chunk)
  return hash.digest('base64')
}

/** Whether a response contains the file's MD5, which is the case unless the provider encrypts its storage. */
export function namesMd5(headers: IncomingHttpHeaders, md5: string): boolean {
  const etag = headers.etag?.replaceAll('"', '').toLowerCase()
  if (etag === undefined) return false
  const isEncrypted = Object.keys(headers).some((name) => /^x-\w+-server-side-encryption/.test(name))
  return isEncrypted || etag === Buffer.from(md5, 'base64').toString('hex')
}
