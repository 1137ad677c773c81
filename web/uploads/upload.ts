import { limits } from '#core/limits.ts'

/** As a picture in the text, or as an attachment of the page. */
export type UploadTarget = 'image' | 'attachment'

/** The target of a file: a page, or the user's own files while there is no page (0). */
export interface Destination {
  readonly target: UploadTarget
  readonly itemId: number
  readonly pageId: number
}

/** A file being uploaded. */
export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
  readonly target: UploadTarget
  readonly state: UploadState
}
export type UploadState =
  | { readonly kind: 'waiting' }
  /** `share` is between 0 and 1. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'done' }
  /** `message` is null when the server did not answer. Another attempt may succeed. */
  | { readonly kind: 'failed'; readonly message: string | null }
  | { readonly kind: 'refused'; readonly reason: 'tooLarge' | 'wrongFormat' }

/** The server's description of a file. */
export interface UploadedFile {
  /** 0 when unknown. */
  readonly fileId: number
  readonly name: string
  readonly url: string
  /** It is already an attachment of the page. */
  readonly isOfPage: boolean
}

const IMAGE_FORMATS: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'gif', 'png', 'bmp', 'webp'])

/** A picture by its type or its name; the server verifies it. */
export const isPicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || IMAGE_FORMATS.has(formatOf(name))

/** EDIT-30. A pasted picture may have no name. */
export const isKnownImage = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  IMAGE_FORMATS.has(formatOf(name) || type.replace('image/', ''))

/** Why a file cannot be sent; null when it can. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>, target: UploadTarget) {
  if (file.size >= limits.attachmentBytes) return 'tooLarge'
  return target === 'image' && !isKnownImage(file) ? 'wrongFormat' : null
}

const formatOf = (name: string): string => (name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '')

export const isRunning = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending'

/** Markdown that shows a picture, or links to a file. The name is escaped. */
export const markdownOf = ({ name, url }: Pick<UploadedFile, 'name' | 'url'>, target: UploadTarget): string =>
  `${target === 'image' ? '!' : ''}[${escaped(name)}](${url})`

const escaped = (name: string): string => name.replaceAll(/[\\[\]`*_<>&|~]/g, String.raw`\$&`)
