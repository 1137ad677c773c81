import type { User } from '#core/account/user.ts'
import type { Users } from '#core/ports/store.ts'
import { integer, orNull, timestamptz } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { IN_LIST } from './listed-items.ts'
import { isLive } from './live-items.ts'
import { refusing } from './refusals.ts'
import { UserRows, type UserRow } from './rows.ts'
import { containing } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

const COLUMNS = columnsOf(UserRows, 'u')

const byLogin = statement(
  'users.byLogin',
  `select ${COLUMNS} from "user" u where lower(u.username) = lower($1) or lower(u.email) = lower($1)
   order by (lower(u.username) = lower($1)) desc limit 1`,
  UserRows.columns,
)
const byUsernames = statement(
  'users.byUsernames',
  `select ${COLUMNS} from "user" u where lower(u.username) in (select lower(name) from unnest($1::text[]) name)`,
  UserRows.columns,
)
const byEmail = statement(
  'users.byEmail',
  `select ${COLUMNS} from "user" u where lower(u.email) = lower($1)`,
  UserRows.columns,
)
const found = statement(
  'users.search',
  `select ${COLUMNS} from "user" u where u.username ilike any ($1::text[])
     or normalize(u.name, nfkc) ilike any ($1::text[])
   order by (u.username ilike any ($1::text[])) desc, lower(u.username), u.id limit $2 offset $3`,
  UserRows.columns,
)
const sharing = statement(
  'users.sharing',
  `with own_items as (${IN_LIST}),
   own_teams as (select id as team_id from team where owner_id = $1 union select team_id from team_member where user_id = $1)
   select ${COLUMNS} from "user" u where u.id <> $1 and u.id in (
     select i.owner_id from item i join own_items o on o.item_id = i.id where ${isLive('i.id')}
     union select g.user_id from item_grant g join own_items o on o.item_id = g.item_id
     union select t.owner_id from team t join own_teams o on o.team_id = t.id
     union select m.user_id from team_member m join own_teams o on o.team_id = m.team_id
   )
   order by lower(u.username), u.id limit $2`,
  UserRows.columns,
)
const countFound = statement(
  'users.countFound',
  `select count(*)::integer as count from "user" where username ilike any ($1::text[])
     or normalize(name, nfkc) ilike any ($1::text[])`,
  { count: integer },
)
// $2 is whom to list, by what administrators have decided about them.
const IN_DIRECTORY = `from "user" u where (u.username ilike any ($1::text[])
     or normalize(u.name, nfkc) ilike any ($1::text[])
     or u.email ilike any ($1::text[]))
   and case $2 when 'administrators' then u.is_admin when 'switchedOff' then u.is_switched_off
     when 'neverSeen' then u.last_login_at is null else true end`
// An expired session leaves no trace except the login time.
const directory = statement(
  'users.directory',
  `select ${COLUMNS},
     greatest(u.last_login_at, (select max(l.seen_at) from login l where l.user_id = u.id)) as "lastSeenAt"
   ${IN_DIRECTORY} order by u.id desc limit $3 offset $4`,
  { ...UserRows.columns, lastSeenAt: orNull(timestamptz) },
)
const countDirectory = statement('users.countDirectory', `select count(*)::integer as count ${IN_DIRECTORY}`, {
  count: integer,
})
const hold = statement('users.hold', `select ${COLUMNS} from "user" u where u.id = $1 for update`, UserRows.columns)
const holdings = statement(
  'users.holdings',
  `select (select count(*) from item where owner_id = $1 and ${isLive('item.id')})::integer as items,
     (select count(*) from team where owner_id = $1)::integer as teams`,
  { items: integer, teams: integer },
)

const TAKEN = { user_username_unique: 'usernameTaken', user_email_unique: 'emailTaken' } as const

export const usersOn = (session: Session): Users => ({
  async byId(id) {
    const row = await session.orm().findOne(UserRows, { id })
    return row && toUser(row)
  },
  async byLogin(usernameOrEmail) {
    const row = await session.first(byLogin, [usernameOrEmail])
    return row && toUser(row)
  },
  async byEmail(email) {
    const row = await session.first(byEmail, [email])
    return row && toUser(row)
  },
  async byIds(ids) {
    const rows = await session.orm().find(UserRows, { id: [...ids] })
    return rows.map(toUser)
  },
  async byUsernames(usernames) {
    return (await session.all(byUsernames, [usernames])).map(toUser)
  },
  async search(text, { page, count }) {
    const pattern = containing(text)
    const rows = await session.all(found, [pattern, count, (page - 1) * count])
    const total = await session.first(countFound, [pattern])
    return { list: rows.map(toUser), total: total?.count ?? 0 }
  },
  async sharingWith(userId, count) {
    return (await session.all(sharing, [userId, count])).map(toUser)
  },
  async directory({ text, standing }, { page, count }) {
    const wanted = [containing(text), standing]
    const rows = await session.all(directory, [...wanted, count, (page - 1) * count])
    const total = await session.first(countDirectory, wanted)
    return { list: rows.map((row) => ({ ...toUser(row), lastSeenAt: row.lastSeenAt })), total: total?.count ?? 0 }
  },
  countAll: () => session.orm().count(UserRows),
  async admins() {
    return (await session.orm().find(UserRows, { isAdmin: true })).map(toUser)
  },
  countAdmins: () => session.orm().count(UserRows, { isAdmin: true }),
  insert: (user) =>
    refusing(TAKEN, async () => ({ ...user, id: Number(await session.orm().insert(UserRows, { ...user })) })),
  update: (id, change) =>
    refusing(TAKEN, async () => {
      if (Object.keys(change).length > 0) await session.orm().nativeUpdate(UserRows, { id }, { ...change })
    }),
  async replacePasswordHash(id, hash, replacement) {
    const where = { id, passwordHash: hash }
    const change = { passwordHash: replacement, mustChangePassword: false }
    return (await session.orm().nativeUpdate(UserRows, where, change)) > 0
  },
  async hold(id) {
    const row = await session.first(hold, [id])
    return row && toUser(row)
  },
  holdingsOf: async (id) => (await session.first(holdings, [id])) ?? { items: 0, teams: 0 },
  async delete(id) {
    await session.orm().nativeDelete(UserRows, { id })
  },
})

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  name: row.name,
  email: row.email,
  isEmailVerified: row.isEmailVerified,
  isAdmin: row.isAdmin,
  isSwitchedOff: row.isSwitchedOff,
  hasSecondFactor: row.hasSecondFactor,
  passwordHash: row.passwordHash,
  mustChangePassword: row.mustChangePassword,
  registeredAt: row.registeredAt,
  lastLoginAt: row.lastLoginAt,
  language: row.language,
  colorScheme: row.colorScheme,
  keepsPreview: row.keepsPreview,
})
