import { z } from 'zod'
import { line, noted, secretText, settingsSection } from '#core/plugin.ts'
import { ICONS } from './icons.ts'
import { PRESETS } from './preset-names.ts'

const isWebAddress = (given: string): boolean =>
  URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) && new URL(given).username === ''
const address = () => line(1_000).refine((given) => given === '' || isWebAddress(given))
/** What stands behind the host, as in `/oauth/token`; two slashes would name another one. */
const isPath = (given: string): boolean => /^\/(?!\/)[^\s\\]*$/.test(given)
const path = () => line(1_000).refine((given) => given === '' || isPath(given))
/** As `example.org`, one behind the other. */
const isListOfDomains = (given: string): boolean => domainsIn(given).every((domain) => MAIL_DOMAIN.test(domain))
const MAIL_DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

/** In small letters. */
export const domainsIn = (given: string): readonly string[] =>
  given
    .toLowerCase()
    .split(/[\s,，、;]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '')

/** Who gets an account with the first login; whoever has one gets in all the same. */
const NEW_ACCOUNTS = ['registration', 'nobody', 'mailDomains', 'claim', 'everybody'] as const

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[\da-f:.]+\])(?::\d{1,5})?$/iu

/** The fields of the form (spec §3, OAuth2 config), and `issuer` for sites that say the rest of themselves. */
export const oauthFields = {
  /** Where the other site sends people back to; '' for `/user/login/oauth2/finish` here. */
  redirectUri: address(),
  /** All that stands on the button of the login screen. */
  entranceTips: line(200),
  clientId: line(500),
  /** Given again as well when people's tokens would go to another place. */
  clientSecret: noted(
    { sentTo: ['protocol', 'host', 'tokenPath', 'resourcePath', 'userinfoPath', 'issuer'] },
    secretText(1_000),
  ),
  protocol: z.enum(['https', 'http']),
  /** With the port, if it is an unusual one. */
  host: line(300).refine((host) => host === '' || HOST.test(host)),
  authorizePath: path(),
  tokenPath: path(),
  resourcePath: path(),
  /** A path, or the address of another host. */
  userinfoPath: line(1_000).refine((given) => given === '' || isPath(given) || isWebAddress(given)),
  /** Where people go when they have logged out here (threats O3). */
  logoutRedirectUri: address(),
  /** Of OpenID Connect: the paths are asked for there and need not be given. */
  issuer: address(),
  /** What is asked for; '' for the usual. */
  scope: line(500).refine((given) => /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(given)),
  /** The field of the answer that is never given to somebody else; '' for the usual ones. */
  idField: line(100).refine((given) => /^[\w.-]*$/.test(given)),
  /** `registration`: everybody while people may register here, and nobody else. */
  newAccounts: z.enum(NEW_ACCOUNTS),
  /** Of addresses that the other site has verified. */
  accountDomains: line(1_000).refine(isListOfDomains),
  /** A field of the answer, as in `groups` or `realm_access.roles`, and what it has to be, or to have among others. */
  accountClaim: line(200).refine((given) => /^[\w.:/-]*$/.test(given)),
  accountClaimValue: line(200),
}

const schema = z.object({
  isOpen: z.boolean().default(false),
  redirectUri: oauthFields.redirectUri.default(''),
  entranceTips: oauthFields.entranceTips.default(''),
  clientId: oauthFields.clientId.default(''),
  clientSecret: oauthFields.clientSecret.default(''),
  protocol: oauthFields.protocol.default('https'),
  host: oauthFields.host.default(''),
  authorizePath: oauthFields.authorizePath.default(''),
  tokenPath: oauthFields.tokenPath.default(''),
  resourcePath: oauthFields.resourcePath.default(''),
  userinfoPath: oauthFields.userinfoPath.default(''),
  logoutRedirectUri: oauthFields.logoutRedirectUri.default(''),
  issuer: oauthFields.issuer.default(''),
  scope: oauthFields.scope.default(''),
  idField: oauthFields.idField.default(''),
  newAccounts: oauthFields.newAccounts.default('registration'),
  accountDomains: oauthFields.accountDomains.default(''),
  accountClaim: oauthFields.accountClaim.default(''),
  accountClaimValue: oauthFields.accountClaimValue.default(''),
})
export type OauthSettings = z.output<typeof schema>

/** Of a further site: the same, and what it is. */
export const siteFields = {
  ...oauthFields,
  /** Given again as well when people's tokens would go to another place. */
  clientSecret: noted(
    { sentTo: ['protocol', 'host', 'tokenPath', 'resourcePath', 'userinfoPath', 'issuer', 'preset'] },
    secretText(1_000),
  ),
  preset: z.enum(PRESETS),
  /** What it is called in lists. */
  title: line(100),
  icon: z.enum(ICONS),
  /** Of WeCom: the application of the company. */
  agentId: line(50).refine((given) => /^\d*$/.test(given)),
  /** Of WeCom, DingTalk and Feishu, where people log in; '' for the usual one. */
  loginAddress: address(),
}
const siteSchema = schema.extend({
  clientSecret: siteFields.clientSecret.default(''),
  preset: siteFields.preset.default('custom'),
  title: siteFields.title.default(''),
  icon: siteFields.icon.default('usual'),
  agentId: siteFields.agentId.default(''),
  loginAddress: siteFields.loginAddress.default(''),
})
export type SiteSettings = z.output<typeof siteSchema>

/** The specification's form as one of the sites. */
export const asSite = (settings: OauthSettings): SiteSettings => siteSchema.parse(settings)

/** @param site its id */
export const siteSection = (site: string) => settingsSection(`plugin.oauth-login.site-${site}`, siteSchema)

/** Which further sites there are, in their order. */
export const siteList = settingsSection('plugin.oauth-login.sites', z.object({ ids: z.array(z.string()).default([]) }))
export const MOST_SITES = 20

/** One section for each site people can come from, so that a second one is kept beside it without moving this one. */
export const oauthSettings = settingsSection('plugin.oauth-login', schema)
