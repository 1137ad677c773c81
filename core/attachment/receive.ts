import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Page } from '../page/page.ts'
import type { IncomingFile } from '../ports/files.ts'
import { TOKEN_BYTES, type Attachment } from './attachment.ts'
import { displayNameOf } from './file-name.ts'
import { typeOf } from './file-type.ts'
import { isImageType, pixelsOf } from './image-type.ts'
import { uploadLimits } from './upload-limits.ts'

export interface UploadWishes {
  /** The page it is attached to; null for none. */
  readonly page: Page | null
  readonly isOfHub: boolean
  /** Refuses what is no image. */
  readonly isImage?: boolean
}

/**
 * Keeps a file: first a note of where it will lie, then the blob, then the attachment. Whatever dies in between leaves
 * nothing but a stray blob that the note lets the sweep find (R19).
 * @throws DomainError notAnImage | imageTooLarge | tooManyUploads | storageUnavailable | diskFull | notFound
 */
export async function receiveFile(ctx: CommandContext, file: IncomingFile, wishes: UploadWishes): Promise<Attachment> {
  const { store, services } = ctx
  const ownerId = requireLogin(ctx)
  const displayName = displayNameOf(file.name)
  const type = await typeOf(file, displayName)
  if (wishes.isImage && type.kind !== 'image') throw new DomainError('notAnImage')
  await requireModestSize(file, type.mediaType)
  const now = services.clock.now()
  await requireQuota(ctx, ownerId, file, now)
  const storage = services.files.current
  const place = { storage: storage.name, key: newKey(ctx) }
  await store.attachments.expectBlob(place, new Date(now.getTime() + uploadLimits.strayBlobMs))
  await storage.put(place.key, file, type.mediaType)
  const token = services.keys.random(TOKEN_BYTES)
  const { page, isOfHub } = wishes
  return ctx.together(async ({ store, emit }) => {
    const attachment = await store.attachments.insert(
      { ...place, ...type, ownerId, displayName, bytes: file.bytes, token, isOfHub, addedAt: now },
      page?.id ?? null,
    )
    // The page went into the recycle bin meanwhile.
    if (!attachment) throw new DomainError('notFound')
    emit('attachment.added', { attachment, page, actorId: ownerId })
    return attachment
  })
}

async function requireModestSize(file: IncomingFile, mediaType: string): Promise<void> {
  const pixels = isImageType(mediaType) ? await pixelsOf(file, mediaType) : null
  if (pixels !== null && pixels > uploadLimits.imagePixels) throw new DomainError('imageTooLarge')
}

async function requireQuota({ store }: CommandContext, ownerId: number, { bytes }: IncomingFile, now: Date) {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const recent = await store.attachments.bytesSince(ownerId, since)
  if (recent + bytes > uploadLimits.bytesPerDay) throw new DomainError('tooManyUploads')
}

/** Random, and spread over 256 folders (threats F4). */
function newKey({ services }: CommandContext): string {
  const name = services.keys.uuid()
  return `${name.slice(0, 2)}/${name}`
}
