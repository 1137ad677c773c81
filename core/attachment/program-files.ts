import { openProgramFile, type NamedFile } from '../access/file-doors.ts'
import { openItem, openPage } from '../access/doors.ts'
import type { ProgramContext } from '../access/token-door.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { IncomingFile } from '../ports/files.ts'
import { addressOf } from './attachment.ts'
import { deleteAttachment } from './delete.ts'
import { receiveFile } from './receive.ts'

export interface ProgramFile {
  readonly id: number
  /** Part of its address, as programs name it. */
  readonly token: string
  /** Relative to the site. */
  readonly address: string
  readonly displayName: string
}

/**
 * Stores a file that a program sends for a page of its item, or for none (0). It is one of the owner of the item, who sees
 * it among the own files and whose space it takes.
 * @param noted called in the transaction in which the file comes to be, so that no crash leaves it unnoted
 * @throws DomainError notAllowed | notFound | as `receiveFile`
 */
export async function receiveProgramFile(
  ctx: ProgramContext,
  file: IncomingFile,
  pageId: number,
  noted: (ctx: CommandContext, fileId: number) => Promise<void> = async () => undefined,
): Promise<ProgramFile> {
  const { item } = await openItem(ctx, ctx.actor.itemId, 'edit')
  const page = pageId === 0 ? null : (await openPage(ctx, pageId, 'edit', 'besideLock')).page
  if (page !== null && page.itemId !== item.id) throw new DomainError('notFound')
  const attachment = await receiveFile(ctx, file, {
    ...{ page, isOfHub: page === null, ownerId: item.ownerId },
    noted: (within, { id: fileId }) => noted(within, fileId),
  })
  const { id, token, displayName } = attachment
  return { id, token, address: addressOf(attachment), displayName }
}

/**
 * Deletes a file that only pages of the program's item use. One that belongs to somebody else than the owner of the item
 * is only taken off them.
 * @param isSentBy whether the program has sent a file that no page uses
 * @returns its id
 * @throws DomainError notFound | notAllowed
 */
export async function deleteProgramFile(
  ctx: ProgramContext,
  named: NamedFile,
  isSentBy: (fileId: number) => Promise<boolean>,
): Promise<number> {
  const { item, attachment, pageIds } = await openProgramFile(ctx, named, isSentBy)
  if (attachment.ownerId === item.ownerId) await deleteAttachment(ctx, attachment)
  else for (const pageId of pageIds) await productStore(ctx.store).attachments.detach(attachment.id, pageId)
  return attachment.id
}
