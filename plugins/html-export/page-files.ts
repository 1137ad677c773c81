import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ExportedFile } from '#core/plugin.ts'

const TOKEN = /\/attachment\/([\w-]{32})(?:$|[?#])/

/** The name of the file at an address; null when the address does not belong to a file. */
export const tokenIn = (address: string): string | null => TOKEN.exec(address)?.[1] ?? null

/** Whether browsers display it as a picture. Drawings are displayed without their scripts. */
export const isPicture = ({ mediaType }: Pick<ExportedFile, 'mediaType'>): boolean =>
  /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)$/.test(mediaType)

/** The bytes of a file; null when they are missing. */
export async function bytesOf(file: ExportedFile): Promise<Buffer | null> {
  const content = await file.read()
  return content && buffer(Readable.from(content))
}
