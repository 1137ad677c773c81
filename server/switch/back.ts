import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import path from 'node:path'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { visibilityOf } from '#core/item/item.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import type { Application } from '../application.ts'
import { isThere, syncFolder } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'

/** The id of the export format that ShowDoc can import. */
const FORMAT = 'showdoc'

export interface WrittenBack {
  readonly itemName: string
  /** Whether it has a visit password there, a new one. */
  readonly isClosed: boolean
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/**
 * Writes an item as a file that ShowDoc can import, with everything its owner can see. If interrupted at any moment,
 * there is either the whole file or none.
 * @throws UnusableData when there is no such item, or the file exists already
 */
export async function writeBack(
  { product }: Pick<Application, 'product'>,
  { itemId, file }: { readonly itemId: number; readonly file: string },
): Promise<WrittenBack> {
  const target = path.resolve(file)
  if (await isThere(target)) throw new UnusableData([`${target} is there already.`, 'Name another file.'])
  // The export requires the rights of the owner, so the operator runs it in the owner's name.
  const facts = await product.database.access.ofItem(itemId, null)
  if (!facts) throw new UnusableData([`this Octavo has no item ${itemId}.`, 'Its number stands in its address.'])
  const { ownerId, name } = facts.item
  const isClosed = visibilityOf(facts.item) !== 'open'
  const actor = { kind: 'user', id: ownerId, isAdmin: false } as const
  const session = sessionWithoutBrowser({ requestId: 'switch-back', language: 'en' })
  const { content } = await perform(product, coreOperations.export.file, { actor, session }, { format: FORMAT, itemId })
  const sum = createHash('sha256')
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of content) {
      sum.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const unfinished = `${target}.unfinished`
  try {
    await pipeline(Readable.from(counted()), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, target)
    await syncFolder(path.dirname(target))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw unwritable(target, error)
  }
  return { itemName: name, isClosed, bytes, sha256: sum.digest('hex') }
}

/** What an operator can do about a file that cannot be written. */
function unwritable(target: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') return cause
  return new UnusableData(
    [`${target} cannot be written.`, 'Name a file in a folder into which the owner of DATA_DIR may write.'],
    { cause },
  )
}
