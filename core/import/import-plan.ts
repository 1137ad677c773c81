import type { NewAttachment } from '../attachment/attachment.ts'
import { addressOf } from '../attachment/attachment.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { ImportedCatalog, ImportedPage, ImportTarget } from './import-formats.ts'
import { importLimits } from './import-limits.ts'

/** All that a file brings, read and looked through, with nothing of it written. */
export interface ImportPlan {
  readonly name: string
  readonly description: string
  /** Parents before children. */
  readonly catalogs: readonly PlannedCatalog[]
  readonly pages: readonly ImportedPage[]
  /** Their blobs lie in the storage already, as strays until they are somebody's. */
  readonly files: readonly NewAttachment[]
  readonly warnings: readonly string[]
}
export interface PlannedCatalog extends ImportedCatalog {
  /** 1 for the first level. */
  readonly level: number
}

type Keep = (name: string, content: AsyncIterable<Uint8Array>, bytesSoFar: number) => Promise<NewAttachment>

/** Collects what a format gives, and refuses what no item could hold. */
export class PlanInTheMaking implements ImportTarget, ImportPlan {
  name: string
  description = ''
  readonly #catalogs = new Map<string, PlannedCatalog>()
  readonly #pages = new Map<string, ImportedPage>()
  readonly #files: NewAttachment[] = []
  readonly #warnings: string[] = []
  readonly #keep: Keep
  #textLength = 0
  #fileBytes = 0

  constructor(name: string, keep: Keep) {
    this.name = cut(name, limits.nameLength) || 'import'
    this.#keep = keep
  }

  get catalogs(): readonly PlannedCatalog[] {
    return [...this.#catalogs.values()]
  }
  get pages(): readonly ImportedPage[] {
    return [...this.#pages.values()]
  }
  get files(): readonly NewAttachment[] {
    return this.#files
  }
  get warnings(): readonly string[] {
    return this.#warnings
  }

  item({ name, description = '' }: { readonly name: string; readonly description?: string }): void {
    this.name = cut(name, limits.nameLength) || this.name
    this.description = cut(description, limits.descriptionLength)
  }

  catalog({ id, parentId, name, order }: ImportedCatalog): void {
    const parent = parentId === null ? null : this.#catalogs.get(parentId)
    if (this.#catalogs.has(id) || parent === undefined) throw misnamed(id)
    if (this.#catalogs.size >= limits.catalogsPerItem) throw tooMany(limits.catalogsPerItem)
    const level = (parent?.level ?? 0) + 1
    if (level > limits.catalogDepth) throw new DomainError('catalogTooDeep', { depth: limits.catalogDepth })
    this.#catalogs.set(id, { id, parentId, name: cut(name, limits.nameLength) || '-', level, ...orderOf(order) })
  }

  page({ id, catalogId, title, content, order, attached = [] }: ImportedPage): void {
    const isMisplaced = catalogId !== null && !this.#catalogs.has(catalogId)
    if (this.#pages.has(id) || id === '' || id.length > importLimits.idLength || isMisplaced) throw misnamed(id)
    if (this.#pages.size >= limits.pagesPerItem) throw tooMany(limits.pagesPerItem)
    this.#textLength += content.length
    const isTooLong = content.length > limits.pageContentLength || this.#textLength > importLimits.textLength
    if (isTooLong) throw new DomainError('importBroken', { problem: `${title}: ${content.length}` })
    const page = { id, catalogId, attached, title: cut(title, limits.titleLength) || '-', content: storable(content) }
    this.#pages.set(id, { ...page, ...orderOf(order) })
  }

  async file({
    name,
    content,
  }: {
    readonly name: string
    readonly content: AsyncIterable<Uint8Array>
  }): Promise<string> {
    if (this.#files.length >= importLimits.files) throw tooMany(importLimits.files)
    const kept = await this.#keep(name, content, this.#fileBytes)
    this.#fileBytes += kept.bytes
    if (this.#fileBytes > importLimits.filesBytes) throw new DomainError('fileTooLarge')
    this.#files.push(kept)
    return addressOf(kept)
  }

  warn(text: string): void {
    if (this.#warnings.length < importLimits.warnings) this.#warnings.push(cut(text, importLimits.warningLength))
  }
}

const misnamed = (id: string): Error =>
  new Error(`the format named something twice, or something it did not give: ${id}`)
const tooMany = (limit: number): DomainError => new DomainError('tooMany', { limit })
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const cut = (text: string, longest: number): string => storable(text).trim().slice(0, longest).toWellFormed().trim()
const orderOf = (order: number | undefined): { readonly order?: number } =>
  order === undefined || !Number.isSafeInteger(order) ? {} : { order: Math.min(Math.max(0, order), 1_000_000) }
