import { wholeSeals } from '../own-seals.ts'
import { z } from 'zod'
import type { DirectoryEntry } from '../ports/store.ts'
import { forScreens, noted, numbered, wired } from '../schema.ts'
import type { Seals } from '../ports/login.ts'
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
  /** An administrator who administers nothing before the account has a second factor. */
  isSecondFactorDue: forScreens(z.boolean()),
  keepsPreview: forScreens(z.boolean()),
})

export const ownView = (user: User, isSecondFactorDue: boolean): z.input<typeof OwnView> => ({
  ...userView(user),
  isSecondFactorDue,
  keepsPreview: user.keepsPreview,
  hasPassword: user.passwordHash !== null,
})

/** What everybody with an account may know of others (threats A8). */
export const PersonView = z.object({ userId: wired('uid', z.number()), username: z.string(), name: z.string() })

/** An account as administrators of the site see it (spec §3 Admin user record); nothing of its password (D63). */
export const AccountView = z.object({
  userId: wired('uid', z.number()),
  username: z.string(),
  name: z.string(),
  siteRole: UserView.shape.siteRole,
  registeredAt: wired('reg_time', z.date()),
  /** Null, on REST empty, before the first login. */
  lastLoginAt: noted({ wire: 'last_login_time', emptyForNull: true }, z.date().nullable()),
  email: forScreens(z.string()),
  /** When a session was in use last. */
  lastSeenAt: forScreens(z.date().nullable()),
  /** False when an outside authority vouches for the person. */
  hasPassword: forScreens(z.boolean()),
  /** Another one whenever the password is another one; it reveals nothing of it. */
  passwordStamp: forScreens(z.string()),
  isSwitchedOff: forScreens(z.boolean()),
  hasSecondFactor: forScreens(z.boolean()),
})

export const accountView = (user: DirectoryEntry, seals: Seals): z.input<typeof AccountView> => ({
  userId: user.id,
  username: user.username,
  name: user.name,
  siteRole: user.isAdmin ? 'admin' : 'ordinary',
  registeredAt: user.registeredAt,
  lastLoginAt: user.lastLoginAt,
  email: user.email ?? '',
  lastSeenAt: user.lastSeenAt,
  hasPassword: user.passwordHash !== null,
  passwordStamp: passwordStamp(user, seals),
  isSwitchedOff: user.isSwitchedOff,
  hasSecondFactor: user.hasSecondFactor,
})

export const passwordStamp = ({ passwordHash }: Pick<User, 'passwordHash'>, seals: Seals): string =>
  passwordHash === null ? '' : wholeSeals(seals).digest(passwordHash, 'stamp:password')
