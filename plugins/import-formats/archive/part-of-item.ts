import type { ImportTarget } from '#core/plugin.ts'

/** The maximum depth of catalogs. */
const DEEPEST = 3

/** One of several files, as a catalog of the item with all its content. */
export class PartOfItem {
  readonly #into: ImportTarget
  readonly #path: string
  #name: string
  #isBegun = false
  /** The catalogs of the file, by their ids in the file: their place and depth. */
  readonly #places = new Map<string, { readonly id: string; readonly level: number }>()

  /** @param name of its catalog, unless the file has a title */
  constructor(into: ImportTarget, { path, name }: { readonly path: string; readonly name: string }) {
    this.#into = into
    this.#path = path
    this.#name = name
  }

  get target(): ImportTarget {
    const into = this.#into
    return {
      item: ({ name }) => {
        if (name.trim() !== '') this.#name = name
      },
      catalog: ({ id, parentId, ...catalog }) => {
        const above = this.#placeOf(parentId)
        const isTooDeep = above.level >= DEEPEST
        const place = isTooDeep ? above : { id: this.#inFile(id), level: above.level + 1 }
        this.#places.set(id, place)
        if (!isTooDeep) into.catalog({ ...catalog, id: place.id, parentId: above.id })
      },
      page: ({ id, catalogId, ...page }) =>
        into.page({ ...page, id: this.#inFile(id), catalogId: this.#placeOf(catalogId).id }),
      addressOfPage: (id) => into.addressOfPage(this.#inFile(id)),
      file: (file) => into.file(file),
      warn: (text) => into.warn(this.about(text)),
    }
  }

  /** Adds the name of the file concerned. */
  about = (text: string): string => `${this.#path}: ${text}`

  #placeOf(id: string | null): { readonly id: string; readonly level: number } {
    const top = { id: this.#inFile(''), level: 1 }
    if (!this.#isBegun) this.#into.catalog({ id: top.id, parentId: null, name: this.#name })
    this.#isBegun = true
    return id === null ? top : (this.#places.get(id) ?? top)
  }

  /** Makes ids of different files distinct. */
  #inFile = (id: string): string => `${this.#path}#${id}`
}
