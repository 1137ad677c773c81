import type { LinkPurpose } from '#core/account/mail-link.ts'
import { integer, text, textOf, timestamptz } from './column-types.ts'
import { table } from './table.ts'

export const MailLinkRows = table('mail_link', ['tokenDigest'], {
  tokenDigest: text,
  userId: integer,
  purpose: textOf<LinkPurpose>(),
  email: text,
  until: timestamptz,
})
