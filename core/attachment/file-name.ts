import { shortened } from '../shortened.ts'
import { NAME_LENGTH } from './attachment.ts'

// Line separators, direction marks and invisible characters: a name must not be misleading.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The file name as stored: without folders, invisible characters and trailing dots; never empty (threats F2, F4). */
export function displayNameOf(name: string): string {
  const bare = (name.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replaceAll(HIDDEN, '')
    .replace(/[.\s]+$/, '')
    .trimStart()
  return shortenedName(bare) || 'file'
}

/** The last extension in lower case, without its dot; '' when there is none. */
export const extensionOf = (displayName: string): string =>
  /[^.]\.([^.\s]{1,20})$/.exec(displayName)?.[1]?.toLowerCase() ?? ''

/** A long name is shortened before its extension, which identifies the type. */
function shortenedName(name: string): string {
  if (name.length <= NAME_LENGTH) return name
  const extension = extensionOf(name)
  const end = extension === '' ? '' : `.${extension}`
  return shortened(name, NAME_LENGTH - end.length) + end
}
