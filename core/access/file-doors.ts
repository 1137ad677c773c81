import { isSharedByKey } from './key-door.ts'
import { mayTakeFrom, openItem, readablePages, requireLogin } from './doors.ts'
import { factsIn, filesIn } from './facts.ts'
import { requireAdministrator } from './site-doors.ts'
import type { OpenedItem } from './opened.ts'
import type { ProgramContext } from './token-door.ts'
import { callerIn } from '../actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Attachment } from '../attachment/attachment.ts'
import type { Paging, Slice } from '../paging.ts'
import type { AttachmentFilter } from '../ports/attachments.ts'
import type { Store } from '../ports/store.ts'

/** What decides who may have a file. */
interface FileFacts extends Pick<Attachment, 'ownerId' | 'wasBound'> {
  readonly pageIds: readonly number[]
}

/**
 * Whether the caller may have a file (D54): its owner, site administrators, and whoever may read a page that uses it,
 * including by the key of a link. A file that no page has used yet is open to anyone with its address, because addresses
 * are copied in order to share them.
 */
export async function mayHaveFile(ctx: Context, { pageIds, ...file }: FileFacts, key = ''): Promise<boolean> {
  const isForHolders = pageIds.length === 0 && !file.wasBound
  if (isOwnersOrAdmins(ctx, file) || isForHolders) return true
  if ((await readablePages(ctx, pageIds)).length > 0) return true
  return key !== '' && (await isSharedByKey(ctx, key, pageIds))
}

/**
 * The file at an address, for those who may have it.
 * @throws DomainError notFound, equally for an inaccessible and a missing file (threats A3)
 */
export async function openAttachment(ctx: Context, token: string, key = ''): Promise<Attachment> {
  const found = await filesIn(ctx.store).byToken(token)
  if (!found) throw new DomainError('notFound')
  const { attachment, pageIds } = found
  if (await mayHaveFile(ctx, { ...attachment, pageIds }, key)) return attachment
  throw new DomainError('notFound')
}

/** The caller's own files, newest first. @throws DomainError loginRequired */
export const ownFiles = (
  ctx: Context,
  { displayName, kind }: Pick<AttachmentFilter, 'displayName' | 'kind'>,
  paging: Paging,
): Promise<Slice<Attachment>> =>
  filesIn(ctx.store).search({ ownerId: requireLogin(ctx), ownerName: '', displayName, kind }, paging)

/** Everybody's files, for site administrators only. @throws DomainError notAllowed */
export function filesOfSite(ctx: Pick<Context, 'actor' | 'session' | 'store'>): Store['attachments'] {
  requireAdministrator(ctx)
  return filesIn(ctx.store)
}

/** One of the caller's own files. @throws DomainError notFound, also for a file of somebody else */
export async function openOwnAttachment(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await filesIn(ctx.store).byId(id)
  const actor = callerIn(ctx)
  if (attachment && actor.kind === 'user' && attachment.ownerId === actor.id) return attachment
  throw new DomainError('notFound')
}

/**
 * One of the caller's own files that may be deleted, with its pages locked. A file also belongs to the pages that use
 * it: callers cannot delete it if they can no longer read one of these pages, or if one is in an archived item (D85).
 * @throws DomainError notFound | notAllowed
 */
export async function openOwnAttachmentToDelete(ctx: Context, id: number): Promise<Attachment> {
  const attachment = await openOwnAttachment(ctx, id)
  if (!(await mayTakeFrom(ctx, await filesIn(ctx.store).holdPagesOf(id)))) throw new DomainError('notAllowed')
  return attachment
}

/** A file, by its id or by the token of its address. */
export type NamedFile = { readonly fileId: number } | { readonly token: string }

/**
 * The file that a program names, with the program's item and the pages of it that use the file. They are all that use it, so that a
 * program never touches a file of another item.
 * @param isSentBy whether the program has sent a file that no page uses
 * @throws DomainError notFound | notAllowed
 */
export async function openProgramFile(
  ctx: ProgramContext,
  named: NamedFile,
  isSentBy: (fileId: number) => Promise<boolean>,
): Promise<{ readonly item: OpenedItem; readonly attachment: Attachment; readonly pageIds: readonly number[] }> {
  const { item } = await openItem(ctx, ctx.actor.itemId, 'edit')
  const files = filesIn(ctx.store)
  const attachment =
    'token' in named ? ((await files.byToken(named.token))?.attachment ?? null) : await files.byId(named.fileId)
  if (!attachment) throw new DomainError('notFound')
  const places = await factsIn(ctx.store).ofPages(await files.holdPagesOf(attachment.id), null)
  if (places.length === 0 && !(await isSentBy(attachment.id))) throw new DomainError('notFound')
  if (places.some((place) => place.item.id !== item.id))
    throw new DomainError(places.some((place) => place.item.id === item.id) ? 'notAllowed' : 'notFound')
  return { item, attachment, pageIds: places.map(({ pageId }) => pageId) }
}

function isOwnersOrAdmins(ctx: Context, { ownerId }: Pick<Attachment, 'ownerId'>): boolean {
  const actor = callerIn(ctx)
  return actor.kind === 'user' && (actor.isAdmin || actor.id === ownerId)
}
