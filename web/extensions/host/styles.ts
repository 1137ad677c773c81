const loading = new Map<string, Promise<void>>()

/**
 * Adds a style sheet of a plugin to the document, once, and waits until it counts; for what a `lazyPart` loads. The policy
 * of the page takes it from this server alone.
 * @param address as `new URL('./assets/hello.css', import.meta.url)`
 */
export function loadStyles(address: string | URL): Promise<void> {
  const href = String(address)
  const known = loading.get(href)
  if (known) return known
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      // Whoever needs it asks again.
      loading.delete(href)
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    })
  })
  loading.set(href, loaded)
  document.head.append(link)
  return loaded
}
