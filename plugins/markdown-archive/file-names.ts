const LONGEST = 80
// Characters that are invalid on Windows, macOS or in a shell, and invisible ones.
const AWKWARD = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|#%]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A title as a file or folder name that is valid on every system; never empty. */
export function fileNameOf(title: string): string {
  const name = [...title.toWellFormed().normalize('NFC').replaceAll(AWKWARD, '_')].slice(0, LONGEST).join('')
  const bare = name.trim().replace(/^\.+|[.\s]+$/g, '')
  return bare === '' || RESERVED.test(bare) ? `_${bare}` : bare
}

/** Names within one folder, unique on every system. */
export class NamesInFolder {
  readonly #taken = new Set<string>()

  take(title: string, extension = ''): string {
    const name = fileNameOf(title)
    for (let count = 1; ; count += 1) {
      const wish = `${name}${count === 1 ? '' : ` (${count})`}${extension}`
      const known = wish.toLowerCase().normalize('NFKC')
      if (this.#taken.has(known)) continue
      this.#taken.add(known)
      return wish
    }
  }
}
