/** By then the browser has begun to keep it. */
const BEGUN_MS = 60_000

/** Has the browser keep this as a file of that name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), BEGUN_MS)
}
