import { z } from 'zod'
import type { User } from '../account/user.ts'
import { callerIn } from '../actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { line } from '../schema.ts'
import { readSettings, settingsSection } from '../settings.ts'

const DAY_MS = 24 * 3_600_000
const LONGEST_SESSION_DAYS = limits.sessionMs / DAY_MS
const SHORTEST_ASKED_FOR = 64
const DOMAINS = 200

const mailDomain = line(253).regex(/^(?=.{1,253}$)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u)

/** Site-wide rules for accounts, set by administrators. */
export const siteRules = settingsSection(
  'accounts',
  z.object({
    whoAddsItems: z.enum(['everybody', 'administrators']).default('everybody'),
    /** Allowed domains of e-mail addresses, without `@`; empty for any. */
    mailDomains: z.array(mailDomain).max(DOMAINS).default([]),
    passwordShortest: z
      .number()
      .int()
      .min(limits.passwordShortest)
      .max(SHORTEST_ASKED_FOR)
      .default(limits.passwordShortest),
    /** Applies to local accounts only: other accounts have their second factor at their authority. */
    secondFactorForAdministrators: z.boolean().default(false),
    /** When off, login passwords of this site are not accepted. */
    arePasswordsOn: z.boolean().default(true),
    sessionDays: z.number().int().min(1).max(LONGEST_SESSION_DAYS).default(LONGEST_SESSION_DAYS),
  }),
)

interface SettingsHolder {
  readonly store: Pick<Context['store'], 'settings'>
}

/** Whether the caller may add items, new ones or copies. */
export async function mayAddItems(ctx: Pick<Context, 'actor' | 'session'> & SettingsHolder): Promise<boolean> {
  const actor = callerIn(ctx)
  if (actor.kind === 'user' && actor.isAdmin) return true
  return (await readSettings(ctx.store, siteRules)).whoAddsItems === 'everybody'
}

/** @throws DomainError emailDomain when this site does not allow addresses of this domain */
export async function requireMailDomain({ store }: SettingsHolder, email: string): Promise<void> {
  const { mailDomains } = await readSettings(store, siteRules)
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (mailDomains.length > 0 && !mailDomains.some((allowed) => allowed.toLowerCase() === domain))
    throw new DomainError('emailDomain', { domains: mailDomains.join(', ') })
}

/** Minimum length of a new login password, in characters. */
export const shortestPassword = async ({ store }: SettingsHolder): Promise<number> =>
  (await readSettings(store, siteRules)).passwordShortest

/** Whether login passwords of this site are accepted. */
export const arePasswordsOn = async ({ store }: SettingsHolder): Promise<boolean> =>
  (await readSettings(store, siteRules)).arePasswordsOn

/** Whether this administrator has to set up a second factor before administering the site. */
export async function isSecondFactorDue(
  { store }: SettingsHolder,
  { isAdmin, hasSecondFactor, passwordHash }: Pick<User, 'isAdmin' | 'hasSecondFactor' | 'passwordHash'>,
): Promise<boolean> {
  if (!isAdmin || hasSecondFactor || passwordHash === null) return false
  return (await readSettings(store, siteRules)).secondFactorForAdministrators
}

/** The maximum lifetime of a session that starts now. */
export const longestSessionMs = async ({ store }: SettingsHolder): Promise<number> =>
  (await readSettings(store, siteRules)).sessionDays * DAY_MS
