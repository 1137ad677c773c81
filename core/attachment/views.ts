import { z } from 'zod'
import { addedTime, id, namingFiles, wired } from '../schema.ts'
import { addressOf, megabytes, withKey, type Attachment, type PageAttachment } from './attachment.ts'

const fileFields = {
  fileId: id(),
  displayName: z.string(),
  mediaType: wired('file_type', z.string()),
  fileSizeM: z.number(),
  addedAt: addedTime(),
  /** Relative to the site. */
  url: namingFiles(z.string()),
}

export const UploadedFileView = z.object(fileFields)
export const PageAttachmentView = z.object(fileFields)
export const AttachmentView = z.object({ ...fileFields, visits: wired('visit_times', z.number()) })
export const OwnedAttachmentView = AttachmentView.extend({ username: z.string() })

export const uploadedFileView = (attachment: Attachment): z.input<typeof UploadedFileView> => ({
  fileId: attachment.id,
  displayName: attachment.displayName,
  mediaType: attachment.mediaType,
  fileSizeM: megabytes(attachment.bytes),
  addedAt: attachment.addedAt,
  url: addressOf(attachment),
})

/** @param key of the link the page was opened with; '' for none */
export const pageAttachmentView = (attachment: PageAttachment, key: string): z.input<typeof PageAttachmentView> => ({
  ...uploadedFileView(attachment),
  url: withKey(addressOf(attachment), key),
  addedAt: attachment.attachedAt,
})

export const attachmentView = (attachment: Attachment): z.input<typeof AttachmentView> => ({
  ...uploadedFileView(attachment),
  visits: attachment.visits,
})

export const ownedAttachmentView = (
  attachment: Attachment & { readonly ownerUsername: string },
): z.input<typeof OwnedAttachmentView> => ({ ...attachmentView(attachment), username: attachment.ownerUsername })
