import { EntitySchema } from '@mikro-orm/core'
import type { AttachmentKind } from '#core/attachment/attachment.ts'

export interface AttachmentRow {
  id: number
  ownerId: number
  displayName: string
  kind: AttachmentKind
  mediaType: string
  bytes: number
  storage: string
  key: string
  token: string
  visits: number
  isOfHub: boolean
  wasBound: boolean
  addedAt: Date
}
export const AttachmentRows = new EntitySchema<AttachmentRow>({
  name: 'AttachmentRow',
  tableName: 'attachment',
  properties: {
    id: { type: 'integer', primary: true, autoincrement: true },
    ownerId: { type: 'integer' },
    displayName: { type: 'text' },
    kind: { type: 'text' },
    mediaType: { type: 'text' },
    bytes: { type: 'integer' },
    storage: { type: 'text' },
    key: { type: 'text' },
    token: { type: 'text' },
    visits: { type: 'integer' },
    isOfHub: { type: 'boolean' },
    wasBound: { type: 'boolean' },
    addedAt: { type: 'datetime' },
  },
})
