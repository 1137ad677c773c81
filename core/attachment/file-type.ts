import type { IncomingFile } from '../ports/files.ts'
import type { Attachment } from './attachment.ts'
import { extensionOf } from './file-name.ts'
import { isImageType, imageTypeOf } from './image-type.ts'

export type FileType = Pick<Attachment, 'kind' | 'mediaType'>

/** Anything else is served as `application/octet-stream`: browsers must never execute an upload (threats F3). */
const HARMLESS: Readonly<Record<string, string>> = {
  csv: 'text/plain',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gz: 'application/gzip',
  log: 'text/plain',
  md: 'text/plain',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rar: 'application/vnd.rar',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
}
const MEANINGLESS = 'application/octet-stream'
const HEAD_BYTES = 32

/** An image by its content, whatever its name; anything else by the last extension of its name (threats F2). */
export async function typeOf(file: IncomingFile, displayName: string): Promise<FileType> {
  const image = imageTypeOf(await file.slice(0, HEAD_BYTES), file.bytes)
  if (image !== null) return { kind: 'image', mediaType: image }
  return { kind: 'general', mediaType: HARMLESS[extensionOf(displayName)] ?? MEANINGLESS }
}

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/png': ['png'],
  'image/bmp': ['bmp'],
  'image/webp': ['webp'],
}

/** The name for downloads: an image with a wrong extension gets the right one. */
export function savedNameOf({ displayName, mediaType }: Pick<Attachment, 'displayName' | 'mediaType'>): string {
  const [usual, ...others] = EXTENSIONS[mediaType] ?? []
  const isTrue = usual === undefined || [usual, ...others].includes(extensionOf(displayName))
  return isTrue ? displayName : `${displayName}.${usual}`
}

/** Displayed by the browser; everything else is offered for download. */
export const isShown = ({ kind, mediaType }: FileType): boolean => kind === 'image' && isImageType(mediaType)
