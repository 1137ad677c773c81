import { integer, orNull, text, timestamptz } from './column-types.ts'
import { table } from './table.ts'

export const IdentityRows = table('user_identity', ['methodId', 'externalId'], {
  methodId: text,
  externalId: text,
  userId: orNull(integer),
  linkedAt: timestamptz,
  workedAt: orNull(timestamptz),
  teamsSaidAt: orNull(timestamptz),
})
