import { addressOf, TOKEN_BYTES } from '#core/attachment/attachment.ts'
import { storageForNewFiles } from '#core/attachment/storages.ts'
import { uploadLimits } from '#core/attachment/upload-limits.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import type { Step } from './step.ts'

interface KeptPage {
  /** Who becomes its author, and the owner of the file. */
  readonly ownerId: number
  readonly title: string
  /** @param address of the attached file */
  text(address: string): string
  /** Written to the file. */
  readonly content: object
  /** The item of the page, and what belongs to the same transaction. */
  itemIn(rows: CarriedRows): Promise<number>
}

const FILE_NAME = 'showdoc.json'
/** After everything, unless somebody sorts it. */
const LAST = 999

/** Adds a page that shows what Octavo has no place for, with all of it as an attached file of JSON. @returns its item */
export async function addKeptPage(
  { application, assertAlone, note, plan }: Step,
  { ownerId, title, text, content, itemIn }: KeptPage,
): Promise<number> {
  const { database: store, services } = application.product
  const file = new TextFile(FILE_NAME, JSON.stringify(content, null, 2))
  await assertAlone()
  const storage = await storageForNewFiles({ store, services })
  const name = services.keys.uuid()
  const place = { storage: storage.name, key: `${name.slice(0, 2)}/${name}` }
  const type = { kind: 'general' as const, mediaType: 'application/octet-stream' }
  await store.attachments.expectBlob(place, new Date(services.clock.now().getTime() + uploadLimits.strayBlobMs))
  await storage.put(place.key, file, type.mediaType)
  const token = services.keys.random(TOKEN_BYTES)
  const itemId = await application.carrying.carry(async (rows) => {
    const page = await rows.store.pages.insert({
      ...{ itemId: await itemIn(rows), catalogId: null, title: storable(title), authorId: ownerId, revision: 1 },
      ...{ content: storable(text(addressOf({ token }))), order: LAST, deletion: null },
      ...{ createdAt: plan.now, savedAt: plan.now },
    })
    await rows.addFile({
      ...{ id: null, ownerId, displayName: FILE_NAME, ...type, bytes: file.bytes, ...place, token, visits: 0 },
      ...{ isOfHub: false, wasBound: true, addedAt: plan.now },
      uses: [{ pageId: page.id, isAttached: true, isNamed: true, at: plan.now }],
    })
    return page.itemId
  })
  note()
  return itemId
}

/** PostgreSQL cannot store the character with the number 0; the file has it. */
const storable = (text: string): string => text.replaceAll('\0', '')

/** A text as an incoming file. */
class TextFile implements IncomingFile {
  readonly name: string
  readonly bytes: number
  readonly #bytes: Uint8Array

  constructor(name: string, text: string) {
    this.name = name
    this.#bytes = new TextEncoder().encode(text)
    this.bytes = this.#bytes.length
  }

  async slice(offset: number, length: number): Promise<Uint8Array> {
    return this.#bytes.subarray(offset, offset + length)
  }

  async *read(): AsyncIterable<Uint8Array> {
    yield this.#bytes
  }
}
