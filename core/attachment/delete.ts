import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import type { Attachment } from './attachment.ts'
import { enqueueSweep } from './sweep.ts'
import { productStore } from '../open-store.ts'

/** Deletes an opened file. It becomes inaccessible immediately; its blob is deleted after the commit (threats F5). */
export async function deleteAttachment(ctx: CommandContext, attachment: Attachment): Promise<void> {
  await productStore(ctx.store).attachments.delete(attachment.id)
  await enqueueSweep(ctx.store)
  ctx.emit('attachment.deleted', { attachment, actorId: requireLogin(ctx) })
}
