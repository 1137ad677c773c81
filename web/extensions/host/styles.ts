const loading = new Map<string, Promise<void>>()

/**
 * Adds a plugin's style sheet to the document, once, and waits until it is applied; for use in a `lazyPart`. The policy
 * of the page only allows this server.
 * @param address e.g. `new URL('./assets/hello.css', import.meta.url)`
 */
export function loadStyles(address: string | URL): Promise<void> {
  const href = String(address)
  const known = loading.get(href)
  if (known) return known
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      // The next caller tries again.
      loading.delete(href)
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    })
  })
  loading.set(href, loaded)
  document.head.append(link)
  return loaded
}
