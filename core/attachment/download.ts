import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import type { Download } from '../schema.ts'
import type { Attachment } from './attachment.ts'
import { isShown, savedNameOf } from './file-type.ts'
import { readerOf } from './read-file.ts'

/**
 * The file to be sent. @throws DomainError notFound when no storage of it is configured any more; storageUnavailable while
 * the plugin of its storage is missing or switched off
 */
export async function downloadOf(ctx: Context, attachment: Attachment): Promise<Download> {
  const { id: attachmentId, ownerId, bytes, mediaType } = attachment
  const read = await readerOf(ctx, attachment)
  if (!read) throw new DomainError('notFound')
  return {
    name: savedNameOf(attachment),
    mediaType,
    isShown: isShown(attachment),
    bytes,
    // The content under a token never changes.
    version: attachment.token.slice(0, 16),
    storage: attachment.storage,
    read,
    count: (visits, sent) => wholeServices(ctx.services).visits.count({ attachmentId, ownerId, visits, bytes: sent }),
  }
}
