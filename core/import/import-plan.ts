import type { NewAttachment } from '../attachment/attachment.ts'
import { addressOf } from '../attachment/attachment.ts'
import { DomainError } from '../errors.ts'
import {
  consistsOfOnePage,
  ITEM_TYPES,
  NO_GLOBAL_PARAMS,
  VISIBILITIES,
  type GlobalParams,
  type ItemType,
} from '../item/item.ts'
import { NewGlobalParams } from '../item/global-params.ts'
import type { VisibilityWish } from '../item/visibility.ts'
import type { Language } from '../language.ts'
import { limits } from '../limits.ts'
import { secretText } from '../schema.ts'
import { cut, CutNames, storable } from './cut-names.ts'
import type { ImportedCatalog, ImportedFile, ImportedItem, ImportedPage, ImportTarget } from './import-formats.ts'
import { importLimits } from './import-limits.ts'
import { KeptText } from './kept-text.ts'
import { newItemNotes } from './new-item-notes.ts'
import type { PageAddresses } from './page-addresses.ts'

/** The complete content of a file, read and validated, with nothing written yet. */
export interface ImportPlan {
  readonly name: string
  readonly description: string
  readonly type: ItemType
  readonly visibility: VisibilityWish
  readonly globalParams: GlobalParams
  /** Parents before children. */
  readonly catalogs: readonly PlannedCatalog[]
  readonly pages: readonly PlannedPage[]
  /** Their blobs are already in the storage, as strays until they belong to somebody. */
  readonly files: readonly NewAttachment[]
  readonly warnings: readonly string[]
  readonly cutNames: CutNames
  /** Placeholders for links between pages. */
  readonly addresses: PageAddresses
}
export interface PlannedPage extends Omit<ImportedPage, 'content'> {
  readonly text: KeptText
}
export interface PlannedCatalog extends ImportedCatalog {
  /** 1 for the first level. */
  readonly level: number
}

const LONGEST = { page: limits.pageContentLength, all: importLimits.textLength }

/** Where the file is read. */
interface PlanSurroundings {
  readonly keep: Keep
  readonly addresses: PageAddresses
  /** Those in which pages of some running kind start. */
  readonly types: ReadonlySet<ItemType>
  readonly language: Language
}

type Keep = (name: string, content: AsyncIterable<Uint8Array>, bytesSoFar: number) => Promise<NewAttachment>

/** Collects the output of a format, and refuses what no item could hold. */
export class PlanInTheMaking implements ImportPlan {
  name: string
  description = ''
  visibility: VisibilityWish = {}
  globalParams: GlobalParams = NO_GLOBAL_PARAMS
  #type: ItemType = 'regular'
  readonly addresses: PageAddresses
  readonly #catalogs = new Map<string, PlannedCatalog>()
  readonly #pages = new Map<string, PlannedPage>()
  readonly #files: NewAttachment[] = []
  readonly #warnings: string[] = []
  readonly cutNames = new CutNames()
  readonly #around: PlanSurroundings
  #lastFile: Promise<unknown> = Promise.resolve()
  #textLength = 0
  #fileBytes = 0
  #isFinished = false

  constructor(name: string, around: PlanSurroundings) {
    this.name = cut(name, limits.nameLength) || 'import'
    this.addresses = around.addresses
    this.#around = around
  }

  get type(): ItemType {
    const isOnePage = this.#pages.size === 1 && this.#catalogs.size === 0
    return isOnePage || !consistsOfOnePage(this.#type) ? this.#type : 'regular'
  }
  get catalogs(): readonly PlannedCatalog[] {
    return [...this.#catalogs.values()]
  }
  get pages(): readonly PlannedPage[] {
    return [...this.#pages.values()]
  }
  get files(): readonly NewAttachment[] {
    return this.#files
  }
  get warnings(): readonly string[] {
    return [...this.cutNames.notes(this.#around.language), ...this.#warnings]
  }

  /** The target for a format's output. Anything given after the plan is finished is ignored. */
  get target(): ImportTarget {
    const whileOpen =
      <T>(give: (given: T) => void) =>
      (given: T): void => {
        if (!this.#isFinished) give(given)
      }
    return {
      item: whileOpen((facts) => this.#nameItem(facts)),
      catalog: whileOpen((catalog) => this.#addCatalog(catalog)),
      page: whileOpen((page) => this.#addPage(page)),
      warn: whileOpen((text) => this.#addWarning(text)),
      file: (file) => this.#addFile(file),
      addressOfPage: (id) => this.#addressOfPage(id),
    }
  }

  /** @throws Error when a text links to a page that was not given */
  requireNamedPages(): void {
    const missing = this.addresses.ids.find((id) => !this.#pages.has(id))
    if (missing !== undefined) throw misnamed(missing)
  }

  /** From now on the plan does not change, even if the format continues. */
  finish(): void {
    this.#isFinished = true
  }

  #nameItem(item: ImportedItem): void {
    const { name, description = '', type = 'regular', globalParams, password = '' } = item
    requireTexts(name, description, password)
    if (!Object.hasOwn(ITEM_TYPES, type)) throw new Error(`the format gave an unknown type of items: ${type}`)
    this.#type = this.#around.types.has(type) ? type : 'regular'
    this.visibility = visibilityOf(item)
    this.globalParams = { ...NO_GLOBAL_PARAMS, ...NewGlobalParams.safeParse(globalParams ?? {}).data }
    this.name = this.cutNames.name(name) || this.name
    this.description = cut(description, limits.descriptionLength)
    const become = { type: this.#type, visibility: this.visibility.visibility }
    for (const note of newItemNotes(item, become, this.#around.language)) this.#addWarning(note)
  }

  #addCatalog({ id, parentId, name, order }: ImportedCatalog): void {
    requireTexts(id, parentId ?? '', name)
    const parent = parentId === null ? null : this.#catalogs.get(parentId)
    if (this.#catalogs.has(id) || parent === undefined) throw misnamed(id)
    if (this.#catalogs.size >= limits.catalogsPerItem) throw tooMany(limits.catalogsPerItem)
    const level = (parent?.level ?? 0) + 1
    if (level > limits.catalogDepth) throw new DomainError('catalogTooDeep', { depth: limits.catalogDepth })
    this.#catalogs.set(id, { id, parentId, name: this.cutNames.name(name) || '-', level, ...orderOf(order) })
  }

  #addPage({ id, catalogId, title, content, order, attached = [] }: ImportedPage): void {
    requireTexts(id, catalogId ?? '', title, content, ...(Array.isArray(attached) ? attached : [null]))
    const isMisplaced = catalogId !== null && !this.#catalogs.has(catalogId)
    if (this.#pages.has(id) || id === '' || id.length > importLimits.idLength || isMisplaced) throw misnamed(id)
    if (this.#pages.size >= limits.pagesPerItem) throw tooMany(limits.pagesPerItem)
    this.#textLength += content.length
    const isTooLong = content.length > limits.pageContentLength || this.#textLength > importLimits.textLength
    const named = this.cutNames.title(title)
    if (isTooLong) throw new DomainError('importTooLong', { ...LONGEST, title: named })
    const kept = new KeptText(storable(content))
    this.#pages.set(id, { id, catalogId, attached, title: named, text: kept, ...orderOf(order) })
  }

  /** Files are stored one at a time: only then is the remaining quota known. */
  #addFile(file: ImportedFile): Promise<string> {
    const address = this.#lastFile.then(() => this.#keepFile(file))
    // If a format does not await its files, the rejection of one must not stop the server.
    this.#lastFile = address.catch(() => undefined)
    return address
  }

  async #keepFile({ name, content }: ImportedFile): Promise<string> {
    requireTexts(name)
    if (this.#files.length >= importLimits.files) throw tooMany(importLimits.files)
    const kept = await this.#around.keep(name, content, this.#fileBytes)
    this.#fileBytes += kept.bytes
    if (this.#fileBytes > importLimits.filesBytes)
      throw new DomainError('fileTooLarge', { megabytes: Math.floor(importLimits.filesBytes / 1024 / 1024) })
    if (this.#isFinished) throw new Error('the import was done before this file')
    this.#files.push(kept)
    return addressOf(kept)
  }

  #addressOfPage(id: string): string {
    requireTexts(id)
    if (this.#isFinished) throw new Error('the import was done before this address')
    return this.addresses.standInFor(id)
  }

  #addWarning(text: string): void {
    requireTexts(text)
    if (this.#warnings.length < importLimits.warnings) this.#warnings.push(cut(text, importLimits.warningLength))
  }
}

const Password = secretText(limits.visitPasswordLength).min(1)

/** Closed to all but members rather than open when the password is not possible. */
function visibilityOf({
  visibility = 'open',
  password,
}: Pick<ImportedItem, 'visibility' | 'password'>): VisibilityWish {
  if (!VISIBILITIES.includes(visibility)) throw new Error(`the format gave an unknown visibility: ${visibility}`)
  if (visibility !== 'password') return { visibility }
  const typed = Password.safeParse(password)
  return typed.success ? { visibility, password: typed.data } : { visibility: 'members' }
}

/** A plugin may be written without types; its mistakes must not reach the database. */
function requireTexts(...values: readonly unknown[]): void {
  if (values.some((value) => typeof value !== 'string')) throw new Error('the format gave something else than text')
}
const misnamed = (id: string): Error =>
  new Error(`the format named something twice, or something it did not give: ${id}`)
const tooMany = (limit: number): DomainError => new DomainError('tooMany', { limit })
const orderOf = (order: number | undefined): { readonly order?: number } =>
  order === undefined || !Number.isSafeInteger(order) ? {} : { order: Math.min(Math.max(0, order), 1_000_000) }
