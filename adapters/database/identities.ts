import type { Identities } from '#core/ports/identities.ts'
import { IdentityRows } from './identity-rows.ts'
import { refusing } from './refusals.ts'
import type { Session } from './session.ts'
import { usersOn } from './users.ts'

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
  insert: (user, { methodId, externalId }, linkedAt) =>
    refusing(LINKED, () =>
      session.together(async (inner) => {
        const made = await usersOn(inner).insert(user)
        await inner.orm().insert(IdentityRows, { methodId, externalId, userId: made.id, linkedAt })
        return made
      }),
    ),
})
