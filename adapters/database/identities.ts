import type { Identities } from '#core/ports/identities.ts'
import { integer, text } from './column-types.ts'
import { IdentityRows } from './identity-rows.ts'
import { refusing } from './refusals.ts'
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

const LINKED = { user_identity_pkey: 'usernameTaken' } as const

export const identitiesOn = (session: Session): Identities => ({
  async find({ methodId, externalId }) {
    const row = await session.orm().findOne(IdentityRows, { methodId, externalId })
    if (!row) return null
    return { user: row.userId === null ? null : await usersOn(session).byId(row.userId) }
  },
  async methodsOf(userId) {
    const rows = await session.orm().find(IdentityRows, { userId })
    return rows.map(({ methodId }) => methodId)
  },
  loggedIn: (methodId, { now, idleSince }, { after, count }) =>
    session.all(loggedIn, [methodId, now, idleSince, after, count]),
  insert: (user, { methodId, externalId }, linkedAt) =>
    refusing(LINKED, () =>
      session.together(async (inner) => {
        const made = await usersOn(inner).insert(user)
        await inner.orm().insert(IdentityRows, { methodId, externalId, userId: made.id, linkedAt })
        return made
      }),
    ),
})
