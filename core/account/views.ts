import { z } from 'zod'
import { noted, numbered, wired } from '../schema.ts'
import type { User } from './user.ts'

/** A person's own account (spec §3 User info). */
export const UserView = z.object({
  userId: wired('uid', z.number()),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the address was proven to be the person's. */
  isEmailVerified: wired('email_verify', z.boolean()),
  siteRole: wired('groupid', numbered({ admin: 1, ordinary: 2 })),
  /** Only where a session was opened just now; '' elsewhere. */
  loginToken: noted({ wire: 'user_token', secret: true, forPrograms: true }, z.string()),
})

export const userView = (user: User, loginToken = ''): z.input<typeof UserView> => ({
  userId: user.id,
  username: user.username,
  name: user.name,
  email: user.email ?? '',
  isEmailVerified: user.isEmailVerified,
  siteRole: user.isAdmin ? 'admin' : 'ordinary',
  loginToken,
})

/** The same with what the account's own screens need to know. */
export const OwnView = UserView.extend({
  /** False when an outside authority vouches for the person, who then confirms dangerous things by their names. */
  hasPassword: z.boolean(),
})

export const ownView = (user: User): z.input<typeof OwnView> => ({
  ...userView(user),
  hasPassword: user.passwordHash !== null,
})

/** What everybody with an account may know of others (threats A8). */
export const PersonView = z.object({ userId: wired('uid', z.number()), username: z.string(), name: z.string() })
