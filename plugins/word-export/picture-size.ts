export interface Picture {
  readonly type: 'png' | 'jpg' | 'gif' | 'bmp'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

const LARGEST = 30_000

/** The type of a picture, by its first bytes; null for one that Word cannot display. */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = bytes.length < 30 ? null : (png(view) ?? gif(view) ?? bmp(view) ?? jpeg(view))
  return found && found.width > 0 && found.height > 0 && Math.max(found.width, found.height) <= LARGEST ? found : null
}

const png = (view: DataView): Picture | null =>
  view.getUint32(0) === 0x89504e47 ? { type: 'png', width: view.getUint32(16), height: view.getUint32(20) } : null

const gif = (view: DataView): Picture | null =>
  view.getUint32(0) === 0x47494638
    ? { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : null

const bmp = (view: DataView): Picture | null =>
  view.getUint16(0) === 0x424d
    ? { type: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
    : null

/** The size is in the segment at which the picture itself begins. */
function jpeg(view: DataView): Picture | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if ((marker & 0xff00) !== 0xff00) return null
    const isSize = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isSize) return { type: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return null
}
