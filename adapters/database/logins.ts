import type { Logins } from '#core/ports/store.ts'
import { columnsOf, rowTaker } from './columns.ts'
import { LoginRows, UserRows } from './rows.ts'
import { statement, type Session } from './session.ts'
import { toUser } from './users.ts'

const userOf = statement<{ seenAt: Date }>(
  'logins.userOf',
  `select l.seen_at as "seenAt", ${columnsOf(UserRows, 'u', 'user.')}
   from login l join "user" u on u.id = l.user_id
   where l.token_digest = $1 and l.until > $2 and l.seen_at > $3`,
)
const userRowOf = rowTaker(UserRows, 'user.')

export const loginsOn = (session: Session): Logins => ({
  async open(login) {
    await session.orm().insert(LoginRows, { ...login })
  },
  async userOf(tokenDigest, now, idleSince) {
    const row = await session.first(userOf, [tokenDigest, now, idleSince])
    return row && { user: toUser(userRowOf(row)), seenAt: row.seenAt }
  },
  async touch(tokenDigest, now) {
    await session.orm().nativeUpdate(LoginRows, { tokenDigest }, { seenAt: now })
  },
  async close(tokenDigest) {
    await session.orm().nativeDelete(LoginRows, { tokenDigest })
  },
  async closeAll(userId, exceptDigest) {
    const others = exceptDigest === null ? {} : { tokenDigest: { $ne: exceptDigest } }
    await session.orm().nativeDelete(LoginRows, { userId, ...others })
  },
  sweep: (now, idleSince) =>
    session.orm().nativeDelete(LoginRows, { $or: [{ until: { $lte: now } }, { seenAt: { $lte: idleSince } }] }),
})
