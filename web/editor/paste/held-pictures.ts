import type { HoldHere, TextFaceProps } from '../face-controls.ts'
import type { Inline } from '../markdown-blocks/blocks.ts'

/** How a picture of formatted text gets into the page. */
export type PictureFate =
  /** By its address. */
  | 'shown'
  /** It came with its bytes, which have to be uploaded: until then its place is held. */
  | 'held'
  /** Only the program that it was copied from has it. */
  | 'missing'

export function fateOf(source: string): PictureFate {
  if (/^(?:https?:)?\/\/|^\/(?!\/)/i.test(source)) return 'shown'
  return DATA_PICTURE.test(source) ? 'held' : 'missing'
}

const DATA_PICTURE = /^data:image\/([\w+.-]+);base64,/i

/** What stands for a held picture in blocks: nothing else is written as nothing. */
export const HELD_IN_BLOCKS = ''

export const isHeldPicture = (inline: Inline | undefined): boolean =>
  inline?.type === 'mdRaw' && inline.props.raw === HELD_IN_BLOCKS

const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg' }

/** A picture as a file; null when its bytes cannot be read. */
function pictureFile(address: string, number: number): File | null {
  const [begin = '', type = ''] = DATA_PICTURE.exec(address) ?? []
  try {
    const bytes = Uint8Array.from(atob(address.slice(begin.length)), (byte) => byte.charCodeAt(0))
    if (bytes.length === 0) return null
    const name = `picture-${number}.${ENDINGS[type.toLowerCase()] ?? type.toLowerCase()}`
    return new File([bytes], name, { type: `image/${type.toLowerCase()}` })
  } catch {
    return null
  }
}

/** Has pictures uploaded, each for its place; the cursor where there is none. @returns how many could not be read */
export function uploadHeld(
  pictures: readonly { readonly address: string; readonly hold: HoldHere | undefined }[],
  onFiles: TextFaceProps['onFiles'],
): number {
  let unread = 0
  for (const [index, { address, hold }] of pictures.entries()) {
    const file = pictureFile(address, index + 1)
    if (file) onFiles([file], hold)
    else unread += 1
  }
  return unread
}
