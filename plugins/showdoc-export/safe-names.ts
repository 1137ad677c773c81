/** Of a catalog name. ShowDoc refuses a path of three names above 1,000 bytes of UTF-8, and loses its content. */
const LONGEST_BYTES = 300

/**
 * Makes names within one catalog unique for ShowDoc's import: it treats two of the same name as one, skips a name that
 * PHP considers empty, and splits names at slashes.
 */
export class SafeNames {
  readonly #taken = new Set<string>()

  /** Of a catalog, which becomes part of paths. */
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

/** The beginning that has at most this many bytes when escaped. */
function within(name: string, bytes: number): string {
  let short = name
  while (Buffer.byteLength(escapedOnce(short)) > bytes) short = [...short].slice(0, -1).join('')
  return short.trim()
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes a text like ShowDoc's database: its import unescapes it once and escapes it again. Apostrophes are left
 * unescaped, because only PHP 8.1 and newer escape them.
 */
export const escapedOnce = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
