import type { Logins } from '#core/ports/logins.ts'
import { boolean, timestamptz } from './column-types.ts'
import { columnsOf, prefixed, rowTaker } from './columns.ts'
import { LoginRows, UserRows } from './rows.ts'
import { statement, type Session } from './session.ts'
import { toUser } from './users.ts'

// Locking the account's row prevents a concurrent change of its password from missing this session.
const open = statement(
  'logins.open',
  `insert into login (user_id, token_digest, address, user_agent, created_at, seen_at, until, method_id)
   select u.id, $2, $3, $4, $5, $6, $7, $10 from "user" u
   where u.id = $1 and u.password_hash is not distinct from $8 and not u.is_switched_off and not u.must_change_password
     and (not u.has_second_factor or $9::boolean)
   for no key update`,
)
/** Whether `u` administers the site: not while a required second factor is missing. */
export const ADMINISTERS = `(u.is_admin and (u.has_second_factor or u.password_hash is null or not exists (
  select from setting s where s.section = 'accounts' and s.value @> '{"secondFactorForAdministrators": true}')))`
const userOf = statement(
  'logins.userOf',
  `select l.seen_at as "seenAt", ${ADMINISTERS} as "administers", ${columnsOf(UserRows, 'u', 'user.')}
   from login l join "user" u on u.id = l.user_id
   where l.token_digest = $1 and l.until > $2 and l.seen_at > $3
     and not u.is_switched_off and not u.must_change_password`,
  { seenAt: timestamptz, administers: boolean, ...prefixed(UserRows.columns, 'user.') },
)
// Locked rows are skipped: waiting for them in another order could deadlock.
const prolong = statement(
  'logins.prolong',
  `update login set until = least($3::timestamptz, created_at + $4::double precision * interval '1 millisecond')
   where id in (
     select id from login where user_id = any ($1::integer[]) and until > $2 and until < $3 for update skip locked
   )`,
)
const userRowOf = rowTaker(UserRows, 'user.')
const loginOf = rowTaker(LoginRows, '')

export const loginsOn = (session: Session): Logins => ({
  async open(
    { userId, tokenDigest, address, userAgent, createdAt, seenAt, until, methodId = null },
    passwordHash,
    isProven = false,
  ) {
    const values = [userId, tokenDigest, address, userAgent, createdAt, seenAt, until, passwordHash, isProven, methodId]
    return (await session.run(open, values)) > 0
  },
  async userOf(tokenDigest, now, idleSince) {
    const row = await session.first(userOf, [tokenDigest, now, idleSince])
    return row && { user: toUser(userRowOf(row)), seenAt: row.seenAt, administers: row.administers }
  },
  async touch(tokenDigest, now) {
    await session.orm().nativeUpdate(LoginRows, { tokenDigest }, { seenAt: now })
  },
  async ofUser(userId, now, idleSince) {
    const open = { userId, until: { $gt: now }, seenAt: { $gt: idleSince } }
    const options = { orderBy: { seenAt: 'desc', id: 'desc' } } as const
    return (await session.orm().find(LoginRows, open, options)).map(loginOf)
  },
  close: async (tokenDigest) => (await session.orm().nativeDelete(LoginRows, { tokenDigest })) > 0,
  closeOne: async (userId, id) => (await session.orm().nativeDelete(LoginRows, { userId, id })) > 0,
  async closeAll(userId, exceptDigest) {
    const others = exceptDigest === null ? {} : { tokenDigest: { $ne: exceptDigest } }
    await session.orm().nativeDelete(LoginRows, { userId, ...others })
  },
  async prolong(userIds, { now, until, longestMs }) {
    await session.run(prolong, [userIds, now, until, longestMs])
  },
  sweep: (now, idleSince) =>
    session.orm().nativeDelete(LoginRows, { $or: [{ until: { $lte: now } }, { seenAt: { $lte: idleSince } }] }),
})
