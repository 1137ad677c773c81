import type { MailLinks } from '#core/ports/mail-links.ts'
import { MailLinkRows } from './mail-link-rows.ts'
import { statement, type Session } from './session.ts'

const take = statement(
  'mailLinks.take',
  `delete from mail_link
   where token_digest = $1 and user_id = $2 and purpose = $3 and lower(email) = lower($4) and until > $5`,
)

export const mailLinksOn = (session: Session): MailLinks => ({
  async add(link, tokenDigest, until) {
    await session.orm().insert(MailLinkRows, { ...link, tokenDigest, until })
  },
  take: async ({ userId, purpose, email }, tokenDigest, now) =>
    (await session.run(take, [tokenDigest, userId, purpose, email, now])) > 0,
  async emailOf(userId, purpose, tokenDigest) {
    const row = await session.orm().findOne(MailLinkRows, { userId, purpose, tokenDigest })
    return row?.email ?? null
  },
  async removeAll(userId, purpose) {
    await session.orm().nativeDelete(MailLinkRows, { userId, ...(purpose && { purpose }) })
  },
  sweep: (now) => session.orm().nativeDelete(MailLinkRows, { until: { $lte: now } }),
})
