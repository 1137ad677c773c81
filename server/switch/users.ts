import { z } from 'zod'
import { idColumn, numberColumn, rawColumn, textColumn, timeColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Somebody with an account in ShowDoc. */
export interface ShowdocUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly isAdmin: boolean
  /** As stored: salted MD5 in hexadecimal digits, or bcrypt. */
  readonly passwordHash: string
  /** Of the MD5; empty in the oldest databases, and with bcrypt. */
  readonly salt: string
  readonly registeredAt: Date | null
  readonly lastLoginAt: Date | null
}

const ADMIN_GROUP = 1
/**
 * The username that became an administrator with the update that added archived items; before that, no column marks it.
 */
const FIRST_ADMIN = 'showdoc'

const Columns = z.object({
  uid: idColumn,
  username: textColumn,
  name: textColumn,
  email: textColumn,
  groupid: numberColumn,
  password: rawColumn,
  salt: rawColumn,
  reg_time: timeColumn,
  last_login_time: timeColumn,
})

export function usersIn(database: ShowdocDatabase): readonly ShowdocUser[] {
  const isBeforeAdmins = !database.has('item', 'is_archived')
  return Array.from(database.rows('user', Columns, { by: 'uid' }), (row) => ({
    id: row.uid,
    username: row.username,
    name: row.name,
    email: row.email,
    isAdmin: row.groupid === ADMIN_GROUP || (isBeforeAdmins && row.username === FIRST_ADMIN),
    passwordHash: row.password,
    salt: row.salt,
    registeredAt: row.reg_time,
    lastLoginAt: row.last_login_time,
  }))
}
