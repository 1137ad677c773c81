import type { AttachmentKind } from '#core/attachment/attachment.ts'
import { bigint, boolean, integer, orNull, text, textOf, timestamptz } from './column-types.ts'
import { table, type RowIn } from './table.ts'

export const AttachmentRows = table('attachment', ['id'], {
  id: integer,
  ownerId: integer,
  displayName: text,
  kind: textOf<AttachmentKind>(),
  mediaType: text,
  bytes: integer,
  storage: text,
  key: text,
  token: text,
  visits: integer,
  isOfHub: boolean,
  wasBound: boolean,
  addedAt: timestamptz,
})
export type AttachmentRow = RowIn<typeof AttachmentRows>

/** Which page uses which file: people have attached it, the page's text refers to it, or both. */
export const PageAttachmentRows = table('page_attachment', ['pageId', 'attachmentId'], {
  pageId: integer,
  attachmentId: integer,
  isAttached: boolean,
  isNamed: boolean,
  boundAt: timestamptz,
})

export const TrafficRows = table('attachment_traffic', ['ownerId', 'month'], {
  ownerId: integer,
  month: text,
  bytes: bigint,
})

/** Storages formerly used for new files. */
export const FormerStorageRows = table('former_storage', ['id'], {
  id: integer,
  name: text,
  sealed: text,
  leftAt: timestamptz,
})

/** Blobs without a file, with the time from which they may be deleted; null for immediately. */
export const StrayBlobRows = table('stray_blob', ['storage', 'key'], {
  storage: text,
  key: text,
  dueAt: orNull(timestamptz),
  /** The file that was moved from here. */
  copyOf: orNull(integer),
})
