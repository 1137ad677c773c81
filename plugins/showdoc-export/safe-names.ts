/** Of the name of a catalog. ShowDoc takes no path of three above 1,000 bytes of UTF-8, and loses what lies there. */
const LONGEST_BYTES = 300

/**
 * Names within one catalog as ShowDoc's import keeps them apart. It takes two of the same name for one, passes over a name
 * that PHP calls empty, and reads a slash as the way into another catalog.
 */
export class SafeNames {
  readonly #taken = new Set<string>()

  /** Of a catalog, which stands in paths. */
  catalog(name: string): string {
    return this.#free(filled(within(name.replaceAll('/', '／').trim(), LONGEST_BYTES)))
  }

  /** Of a page within a catalog. */
  page(title: string): string {
    return this.#free(filled(title))
  }

  #free(wish: string): string {
    let name = wish
    for (let count = 2; this.#taken.has(name); count += 1) name = `${wish} (${count})`
    this.#taken.add(name)
    return name
  }
}

export const isEmptyInPhp = (text: string): boolean => text === '' || text === '0'

const filled = (name: string): string => (isEmptyInPhp(name) ? (name === '' ? '-' : '０') : name)

/** The beginning that takes up so many bytes escaped. */
function within(name: string, bytes: number): string {
  let short = name
  while (Buffer.byteLength(escapedOnce(short)) > bytes) short = [...short].slice(0, -1).join('')
  return short.trim()
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * As ShowDoc stores texts: its import undoes this once before it does it again. An apostrophe stays, for only PHP 8.1 and
 * newer escape it.
 */
export const escapedOnce = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
