import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { Page } from '../page/page.ts'
import type { IncomingFile } from '../ports/files.ts'
import type { ProductStore } from '../ports/store.ts'
import { requireRoom } from '../site/text-limits.ts'
import { TOKEN_BYTES, type Attachment, type NewAttachment } from './attachment.ts'
import { fileOwners, keepWithinFileLimits, requireFileRoom } from './file-limits.ts'
import { displayNameOf } from './file-name.ts'
import { typeOf } from './file-type.ts'
import { isImageType, pixelsOf } from './image-type.ts'
import { storageForNewFiles } from './storages.ts'
import { uploadLimits } from './upload-limits.ts'

export interface UploadWishes {
  /** The page to attach it to; null for none. */
  readonly page: Page | null
  readonly isOfHub: boolean
  /** Only images are accepted. */
  readonly isImage?: boolean
  /** Whose file it is; the caller's when left out. */
  readonly ownerId?: number
  /** Called in the transaction in which the file comes to be: what is noted of it there is there whenever the file is. */
  noted?(ctx: CommandContext, attachment: Attachment): Promise<void>
}

/**
 * Stores a file: first a record of where its blob will be, then the blob, then the attachment. A crash in between
 * leaves at most a stray blob, which the sweep finds by the record (R19).
 * @throws DomainError notAnImage | imageTooLarge | tooManyUploads | tooMuchText | tooManyFiles | itemFilesFull |
 * storageUnavailable | diskFull | notFound
 */
export async function receiveFile(ctx: CommandContext, file: IncomingFile, wishes: UploadWishes): Promise<Attachment> {
  const { page, isOfHub, isImage } = wishes
  const actorId = requireLogin(ctx)
  const ownerId = wishes.ownerId ?? actorId
  const limited = await requireFileRoom(ctx, fileOwners(ownerId, page?.itemId ?? null), file.bytes)
  const facts = await putFile(ctx, ownerId, file, { isOfHub, isImage: isImage ?? false })
  return ctx.together(async (ctx) => {
    const { store, emit } = ctx
    const attachment = await productStore(store).attachments.insert(facts, page?.id ?? null)
    // The page was moved to the recycle bin meanwhile.
    if (!attachment) throw new DomainError('notFound')
    await keepWithinFileLimits(ctx, limited)
    await wishes.noted?.(ctx, attachment)
    emit('attachment.added', { attachment, page, actorId })
    return attachment
  })
}

/**
 * Puts a file into the storage, as a stray until the returned attachment is inserted.
 * @throws DomainError as `receiveFile`
 */
export async function putFile(
  { store, services }: Pick<Context, 'store' | 'services'>,
  ownerId: number,
  file: IncomingFile,
  wishes: Pick<UploadWishes, 'isOfHub' | 'isImage'> & {
    /** Size of files already stored, but not yet inserted. */
    readonly bytesSoFar?: number
  },
): Promise<NewAttachment> {
  const displayName = displayNameOf(file.name)
  const type = await typeOf(file, displayName)
  if (wishes.isImage && type.kind !== 'image') throw new DomainError('notAnImage')
  await requireModestSize(file, type.mediaType)
  const now = services.clock.now()
  // Files have quotas of their own; but somebody who has exhausted the text quota must not fill the disk in another
  // way.
  await requireRoom({ store, services }, [{ kind: 'author', id: ownerId }])
  const bytes = file.bytes + (wishes.bytesSoFar ?? 0)
  await requireUploadsOfDay(productStore(store), ownerId, bytes, now)
  const storage = await storageForNewFiles({ store, services })
  const place = { storage: storage.name, key: newKey(services) }
  await productStore(store).attachments.expectBlob(place, new Date(now.getTime() + uploadLimits.strayBlobMs))
  await storage.put(place.key, file, type.mediaType)
  const token = services.keys.random(TOKEN_BYTES)
  return { ...place, ...type, ownerId, displayName, bytes: file.bytes, token, isOfHub: wishes.isOfHub, addedAt: now }
}

async function requireModestSize(file: IncomingFile, mediaType: string): Promise<void> {
  const pixels = isImageType(mediaType) ? await pixelsOf(file, mediaType) : null
  if (pixels !== null && pixels > uploadLimits.imagePixels) throw new DomainError('imageTooLarge')
}

async function requireUploadsOfDay(
  { attachments }: Pick<ProductStore, 'attachments'>,
  ownerId: number,
  bytes: number,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const recent = await attachments.bytesSince(ownerId, since)
  if (recent + bytes > uploadLimits.bytesPerDay) throw new DomainError('tooManyUploads')
}

/** Random, and distributed over 256 folders (threats F4). */
function newKey({ keys }: Pick<Services, 'keys'>): string {
  const name = keys.uuid()
  return `${name.slice(0, 2)}/${name}`
}
