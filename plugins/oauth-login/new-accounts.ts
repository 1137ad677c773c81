import { isRegistrationOpen, type HandlerContext } from '#core/plugin.ts'
import { at, type Claims } from './person.ts'
import { domainsIn, type OauthSettings } from './settings.ts'

type Asked = readonly [ctx: HandlerContext, settings: OauthSettings, claims: Claims]

/**
 * Whether people without an account get one. A public issuer confirms everybody, so there it depends on whether
 * registration is open, unless an administrator has chosen otherwise.
 */
export const mayBeNew = async (...asked: Asked): Promise<boolean> => CONDITIONS[asked[1].newAccounts](...asked)

const CONDITIONS: Readonly<Record<OauthSettings['newAccounts'], (...asked: Asked) => boolean | Promise<boolean>>> = {
  registration: (ctx) => isRegistrationOpen(ctx),
  nobody: () => false,
  mailDomains: (_, { accountDomains }, claims) => hasVerifiedMail(claims, domainsIn(accountDomains)),
  claim: (_, { accountClaim, accountClaimValue }, claims) => hasClaim(claims, accountClaim, accountClaimValue),
  everybody: () => true,
}

/** Some sites send the flag as a text. */
function hasVerifiedMail({ email, email_verified: isVerified }: Claims, domains: readonly string[]): boolean {
  if (typeof email !== 'string' || (isVerified !== true && isVerified !== 'true')) return false
  const sign = email.lastIndexOf('@')
  return sign > 0 && domains.includes(email.slice(sign + 1).toLowerCase())
}

function hasClaim(claims: Claims, name: string, value: string): boolean {
  if (name === '' || value === '') return false
  // Some names are URLs, whose dots are not paths.
  const found = Object.hasOwn(claims, name) ? claims[name] : at(claims, name)
  const values: readonly unknown[] = Array.isArray(found) ? found : [found]
  return values.some((each) => ['string', 'number', 'boolean'].includes(typeof each) && String(each) === value)
}
