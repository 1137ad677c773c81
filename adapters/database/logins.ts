import type { Logins } from '#core/ports/store.ts'
import { columnsOf, rowTaker } from './columns.ts'
import { LoginRows, UserRows, type LoginRow } from './rows.ts'
import { statement, type Session } from './session.ts'
import { toUser } from './users.ts'

// Holding the account's row keeps a change of its password from ending the sessions before this one is among them.
const open = statement(
  'logins.open',
  `insert into login (user_id, token_digest, address, user_agent, created_at, seen_at, until)
   select u.id, $2, $3, $4, $5, $6, $7 from "user" u
   where u.id = $1 and u.password_hash is not distinct from $8 for no key update`,
)
const userOf = statement<{ seenAt: Date }>(
  'logins.userOf',
  `select l.seen_at as "seenAt", ${columnsOf(UserRows, 'u', 'user.')}
   from login l join "user" u on u.id = l.user_id
   where l.token_digest = $1 and l.until > $2 and l.seen_at > $3`,
)
const ofUser = statement<LoginRow>(
  'logins.ofUser',
  `select ${columnsOf(LoginRows, 'l')} from login l
   where l.user_id = $1 and l.until > $2 and l.seen_at > $3
   order by l.seen_at desc, l.id desc`,
)
const userRowOf = rowTaker(UserRows, 'user.')

export const loginsOn = (session: Session): Logins => ({
  async open({ userId, tokenDigest, address, userAgent, createdAt, seenAt, until }, passwordHash) {
    const values = [userId, tokenDigest, address, userAgent, createdAt, seenAt, until, passwordHash]
    return (await session.run(open, values)) > 0
  },
  async userOf(tokenDigest, now, idleSince) {
    const row = await session.first(userOf, [tokenDigest, now, idleSince])
    return row && { user: toUser(userRowOf(row)), seenAt: row.seenAt }
  },
  async touch(tokenDigest, now) {
    await session.orm().nativeUpdate(LoginRows, { tokenDigest }, { seenAt: now })
  },
  ofUser: (userId, now, idleSince) => session.all(ofUser, [userId, now, idleSince]),
  close: async (tokenDigest) => (await session.orm().nativeDelete(LoginRows, { tokenDigest })) > 0,
  closeOne: async (userId, id) => (await session.orm().nativeDelete(LoginRows, { userId, id })) > 0,
  async closeAll(userId, exceptDigest) {
    const others = exceptDigest === null ? {} : { tokenDigest: { $ne: exceptDigest } }
    await session.orm().nativeDelete(LoginRows, { userId, ...others })
  },
  sweep: (now, idleSince) =>
    session.orm().nativeDelete(LoginRows, { $or: [{ until: { $lte: now } }, { seenAt: { $lte: idleSince } }] }),
})
