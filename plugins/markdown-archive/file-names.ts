const LONGEST = 80
// What Windows, macOS or a shell would not take, and what nobody sees.
const AWKWARD = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|#%]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A title as the name of a file or folder that every system takes; never empty. */
export function fileNameOf(title: string): string {
  const name = [...title.toWellFormed().normalize('NFC').replaceAll(AWKWARD, '_')].slice(0, LONGEST).join('')
  const bare = name.trim().replace(/^\.+|[.\s]+$/g, '')
  return bare === '' || RESERVED.test(bare) ? `_${bare}` : bare
}

/** Names within one folder, no two of which a system could take for one. */
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
