import { isSharedByKey } from './key-door.ts'
import { mayTakeFrom, readablePages } from './doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Attachment } from '../attachment/attachment.ts'

/**
 * The file at an address, for those who may have it (D54): its owner, site administrators, and whoever may read a page
 * that uses it, by the key of its link as well. One that no page ever used is for everybody who has the address: that is what copying it is for.
 * @throws DomainError notFound, for a file that is closed to the caller as for one that does not exist (threats A3)
 */
export async function openAttachment(ctx: Context, token: string, key = ''): Promise<Attachment> {
  const found = await ctx.store.attachments.byToken(token)
  if (!found) throw new DomainError('notFound')
  const { attachment, pageIds } = found
  if (isOwnersOrAdmins(ctx, attachment)) return attachment
  const isForHolders = pageIds.length === 0 && !attachment.wasBound
  if (isForHolders || (await readablePages(ctx, pageIds)).length > 0) return attachment
  if (key !== '' && (await isSharedByKey(ctx, key, pageIds))) return attachment
  throw new DomainError('notFound')
}

/** A file of the caller's own. @throws DomainError notFound, for a file of somebody else as well */
export async function openOwnAttachment(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await ctx.store.attachments.byId(id)
  if (attachment && ctx.actor.kind === 'user' && attachment.ownerId === ctx.actor.id) return attachment
  throw new DomainError('notFound')
}

/**
 * A file of the caller's own that may go, with its pages held off. What pages use belongs to them as well: whoever cannot
 * read one of them any more leaves it its file, and nothing is taken out of an archived item (D85).
 * @throws DomainError notFound | notAllowed
 */
export async function openOwnAttachmentToDelete(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await openOwnAttachment(ctx, id)
  if (!(await mayTakeFrom(ctx, await ctx.store.attachments.holdPagesOf(id)))) throw new DomainError('notAllowed')
  return attachment
}

const isOwnersOrAdmins = ({ actor }: Context, { ownerId }: Attachment): boolean =>
  actor.kind === 'user' && (actor.isAdmin || actor.id === ownerId)
