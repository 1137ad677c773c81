import { DomainError } from '#core/errors.ts'
import type { Identities } from '#core/ports/identities.ts'
import { boolean, integer, text } from './column-types.ts'
import { IdentityRows } from './identity-rows.ts'
import { statement, type Session } from './session.ts'
import { usersOn } from './users.ts'

const loggedIn = statement(
  'identities.loggedIn',
  `select i.external_id as "externalId", u.id as "userId"
   from user_identity i join "user" u on u.id = i.user_id
   where i.method_id = $1 and u.id > $4 and u.password_hash is null
     and exists (select from login l where l.user_id = u.id and l.until > $2 and l.seen_at > $3)
   order by u.id limit $5`,
  { externalId: text, userId: integer },
)

const haveLedAdministrators = statement(
  'identities.haveLedAdministrators',
  `select true as led from user_identity i join "user" u on u.id = i.user_id
   where i.worked_at is not null and u.is_admin and not u.is_switched_off
     and (i.method_id = any ($2::text[]) or i.method_id = any ($1::text[]) and u.password_hash is null)
   limit 1`,
  { led: boolean },
)
const noteTeamsSaid = statement(
  'identities.noteTeamsSaid',
  `update user_identity set teams_said_at = $3
   where user_id = $1 and method_id = $2 and (teams_said_at is null or teams_said_at <= $3)`,
)
const latestOnTeams = statement(
  'identities.latestOnTeams',
  `select true as "isLatest" from user_identity
   where user_id = $1 and method_id = $2 and (teams_said_at is null or teams_said_at <= $3)`,
  { isLatest: boolean },
)
// A row without an account is what is left of a deleted one.
const link = statement(
  'identities.link',
  `insert into user_identity as i (method_id, external_id, user_id, linked_at) values ($1, $2, $3, $4)
   on conflict (method_id, external_id) do update set user_id = excluded.user_id, linked_at = excluded.linked_at
   where i.user_id is null`,
)

export const identitiesOn = (session: Session): Identities => ({
  async find({ methodId, externalId }) {
    const row = await session.orm().findOne(IdentityRows, { methodId, externalId })
    return row?.userId == null ? null : usersOn(session).byId(row.userId)
  },
  async methodsOf(userId) {
    const rows = await session.orm().find(IdentityRows, { userId })
    return rows.map(({ methodId }) => methodId)
  },
  loggedIn: (methodId, { now, idleSince }, { after, count }) =>
    session.all(loggedIn, [methodId, now, idleSince, after, count]),
  link: async (userId, { methodId, externalId }, at) =>
    (await session.run(link, [methodId, externalId, userId, at])) > 0,
  async unlink(userId, methodId) {
    await session.orm().nativeDelete(IdentityRows, { userId, methodId })
  },
  noteTeamsSaid: async (userId, methodId, at) => (await session.run(noteTeamsSaid, [userId, methodId, at])) > 0,
  isLatestOnTeams: async (userId, methodId, at) =>
    (await session.first(latestOnTeams, [userId, methodId, at])) !== null,
  async noteLogin(userId, methodId, workedAt) {
    await session.orm().nativeUpdate(IdentityRows, { userId, methodId }, { workedAt })
  },
  haveLedAdministrators: async ({ methods, redirects }) =>
    (await session.first(haveLedAdministrators, [methods, redirects])) !== null,
  insert: (user, { methodId, externalId }, linkedAt) =>
    session.together(async (inner) => {
      const made = await usersOn(inner).insert(user)
      const isLinked = (await inner.run(link, [methodId, externalId, made.id, linkedAt])) > 0
      if (!isLinked) throw new DomainError('usernameTaken')
      return made
    }),
})
