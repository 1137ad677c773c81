import { EntitySchema } from '@mikro-orm/core'
import type { LinkPurpose } from '#core/account/mail-link.ts'

export interface MailLinkRow {
  tokenDigest: string
  userId: number
  purpose: LinkPurpose
  email: string
  until: Date
}
export const MailLinkRows = new EntitySchema<MailLinkRow>({
  name: 'MailLinkRow',
  tableName: 'mail_link',
  properties: {
    tokenDigest: { type: 'text', primary: true },
    userId: { type: 'integer' },
    purpose: { type: 'text' },
    email: { type: 'text' },
    until: { type: 'datetime' },
  },
})
