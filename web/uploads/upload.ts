import { limits } from '#core/limits.ts'

/** Into the text as a picture, or beside the page as an attachment. */
export type UploadTarget = 'image' | 'attachment'

/** Where a file goes: to a page, or among one's own files while there is no page (0). */
export interface Destination {
  readonly target: UploadTarget
  readonly itemId: number
  readonly pageId: number
}

/** A file on its way to the server. */
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
  /** `message` is null when the server did not answer. It may succeed the next time. */
  | { readonly kind: 'failed'; readonly message: string | null }
  | { readonly kind: 'refused'; readonly reason: 'tooLarge' | 'wrongFormat' }

/** What the server made of a file. */
export interface UploadedFile {
  /** 0 where the server does not tell. */
  readonly fileId: number
  readonly name: string
  readonly url: string
  /** It is an attachment of the page already. */
  readonly isOfPage: boolean
}

const IMAGE_FORMATS: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'gif', 'png', 'bmp', 'webp'])

/** A picture by its type or its name; what it really is, the server finds out. */
export const isPicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || IMAGE_FORMATS.has(formatOf(name))

/** EDIT-30. A pasted picture may have no name. */
export const isKnownImage = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  IMAGE_FORMATS.has(formatOf(name) || type.replace('image/', ''))

/** Why a file is not even sent; null when it may be. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>, target: UploadTarget) {
  if (file.size >= limits.attachmentBytes) return 'tooLarge'
  return target === 'image' && !isKnownImage(file) ? 'wrongFormat' : null
}

const formatOf = (name: string): string => (name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '')

export const isRunning = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending'

/** Markdown that shows a picture, or leads to a file. The name is text, whatever is in it. */
export const markdownOf = ({ name, url }: Pick<UploadedFile, 'name' | 'url'>, target: UploadTarget): string =>
  `${target === 'image' ? '!' : ''}[${escaped(name)}](${url})`

const escaped = (name: string): string => name.replaceAll(/[\\[\]`*_<>&|~]/g, String.raw`\$&`)
