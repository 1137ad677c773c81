import { z } from 'zod'
import { idColumn, timeColumn, numberColumn, rawColumn, referenceColumn, textColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** That somebody was told something. */
export interface ShowdocMessage {
  readonly id: number
  readonly userId: number | null
  /** What was told; null for none. */
  readonly contentId: number | null
  readonly isRead: boolean
  readonly isDeleted: boolean
  readonly at: Date | null
}

const DELETED = -1

const MessageColumns = z.object({
  id: idColumn,
  to_uid: referenceColumn,
  message_content_id: referenceColumn,
  status: numberColumn,
  addtime: timeColumn,
})

/** Of announcements there are only those that somebody has read. */
export function* messagesIn(database: ShowdocDatabase): Generator<ShowdocMessage> {
  for (const row of database.rows('message', MessageColumns, { by: 'id' }))
    yield {
      ...{ id: row.id, userId: row.to_uid, contentId: row.message_content_id, at: row.addtime },
      ...{ isRead: row.status === 1, isDeleted: row.status === DELETED },
    }
}

/** What was told to somebody, or to everybody. */
export interface ShowdocTold {
  readonly id: number
  readonly fromId: number | null
  /** `remind` for some people, or `announce` with an ending for everybody. */
  readonly kind: string
  readonly action: string
  /** Null when it is not about a page. */
  readonly pageId: number | null
  readonly text: string
  readonly at: Date | null
}

const ToldColumns = z.object({
  id: idColumn,
  from_uid: referenceColumn,
  message_type: rawColumn,
  message_content: textColumn,
  action_type: rawColumn,
  object_type: rawColumn,
  object_id: referenceColumn,
  addtime: timeColumn,
})

export function* toldIn(database: ShowdocDatabase): Generator<ShowdocTold> {
  for (const row of database.rows('message_content', ToldColumns, { by: 'id' }))
    yield {
      ...{ id: row.id, fromId: row.from_uid, kind: row.message_type, action: row.action_type },
      ...{ text: row.message_content, at: row.addtime, pageId: row.object_type === 'page' ? row.object_id : null },
    }
}
