import { shortened } from '../shortened.ts'
import { NAME_LENGTH } from './attachment.ts'

// Signs that end a line, turn the direction of a text or are not shown at all: a name must look like what it is.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What a sender calls a file as we keep it: without folders, hidden signs and trailing dots; never empty (threats F2, F4). */
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

/** The end of a long name says what it is, so it is shortened before its extension. */
function shortenedName(name: string): string {
  if (name.length <= NAME_LENGTH) return name
  const extension = extensionOf(name)
  const end = extension === '' ? '' : `.${extension}`
  return shortened(name, NAME_LENGTH - end.length) + end
}
