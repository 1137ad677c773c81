import { isSharedByKey } from './key-door.ts'
import { mayTakeFrom, readablePages } from './doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Attachment } from '../attachment/attachment.ts'
import { filesElsewhere } from '../attachment/former-address.ts'

/**
 * The file at an address, for those who may have it (D54): its owner, site administrators, and whoever may read a page
 * that uses it, including by the key of a link. A file that no page has used yet is open to anyone with its address,
 * because addresses are copied in order to share them.
 * @throws DomainError notFound, equally for an inaccessible and a missing file (threats A3)
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

/**
 * The address of a file that stays in a storage of another system, for those who might have it if it were here.
 * @throws DomainError notFound
 */
export async function openFileElsewhere(ctx: Context, sign: string, key = ''): Promise<string> {
  const found = sign === '' ? null : await filesElsewhere(ctx.store).byKey(sign)
  if (!found) throw new DomainError('notFound')
  const { address, pageIds, wasBound } = found.data
  if (isOwnersOrAdmins(ctx, found.data) || !wasBound) return address
  if ((await readablePages(ctx, pageIds)).length > 0) return address
  if (key !== '' && (await isSharedByKey(ctx, key, pageIds))) return address
  throw new DomainError('notFound')
}

/** One of the caller's own files. @throws DomainError notFound, also for a file of somebody else */
export async function openOwnAttachment(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await ctx.store.attachments.byId(id)
  if (attachment && ctx.actor.kind === 'user' && attachment.ownerId === ctx.actor.id) return attachment
  throw new DomainError('notFound')
}

/**
 * One of the caller's own files that may be deleted, with its pages locked. A file also belongs to the pages that use
 * it: callers cannot delete it if they can no longer read one of these pages, or if one is in an archived item (D85).
 * @throws DomainError notFound | notAllowed
 */
export async function openOwnAttachmentToDelete(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await openOwnAttachment(ctx, id)
  if (!(await mayTakeFrom(ctx, await ctx.store.attachments.holdPagesOf(id)))) throw new DomainError('notAllowed')
  return attachment
}

const isOwnersOrAdmins = ({ actor }: Context, { ownerId }: Pick<Attachment, 'ownerId'>): boolean =>
  actor.kind === 'user' && (actor.isAdmin || actor.id === ownerId)
