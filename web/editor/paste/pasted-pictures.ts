const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg' }

/** Pictures from data addresses, as files to be uploaded. Others are dropped. */
export function pictureFiles(addresses: readonly string[]): readonly File[] {
  return addresses.flatMap((address, index) => {
    const [, type, base64] = /^data:image\/([\w+.-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? []
    if (!type || !base64) return []
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
    const name = `picture-${index + 1}.${ENDINGS[type.toLowerCase()] ?? type.toLowerCase()}`
    return new File([bytes], name, { type: `image/${type.toLowerCase()}` })
  })
}
