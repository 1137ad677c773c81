/** By then the browser has started the download. */
const BEGUN_MS = 60_000

/** Downloads data as a file with that name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), BEGUN_MS)
}
