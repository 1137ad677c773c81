import { z } from 'zod'
import { line, noted, secretText, settingsSection } from '#core/plugin.ts'
import { ICONS } from './icons.ts'
import { PRESETS } from './preset-names.ts'

const isWebAddress = (given: string): boolean =>
  URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) && new URL(given).username === ''
const address = () => line(1_000).refine((given) => given === '' || isWebAddress(given))
/** The path on the host, e.g. `/oauth/token`; two slashes would name another host. */
const isPath = (given: string): boolean => /^\/(?!\/)[^\s\\]*$/.test(given)
const path = () => line(1_000).refine((given) => given === '' || isPath(given))
/** Domains like `example.org`, separated. */
const isListOfDomains = (given: string): boolean => domainsIn(given).every((domain) => MAIL_DOMAIN.test(domain))
const MAIL_DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

/** In lower case. */
export const domainsIn = (given: string): readonly string[] =>
  given
    .toLowerCase()
    .split(/[\s,，、;]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '')

/** Who gets an account at the first login; existing accounts can always log in. */
const NEW_ACCOUNTS = ['registration', 'nobody', 'mailDomains', 'claim', 'everybody'] as const

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[\da-f:.]+\])(?::\d{1,5})?$/iu

/** The fields of the form (spec §3, OAuth2 config), and `issuer` for sites with discovery. */
export const oauthFields = {
  /** The callback address; '' for `/user/login/oauth2/finish` here. */
  redirectUri: address(),
  /** The whole text of the button on the login screen. */
  entranceTips: line(200),
  clientId: line(500),
  /** Must also be entered again when people's tokens would go elsewhere. */
  clientSecret: noted(
    { sentTo: ['protocol', 'host', 'tokenPath', 'resourcePath', 'userinfoPath', 'issuer'] },
    secretText(1_000),
  ),
  protocol: z.enum(['https', 'http']),
  /** With the port, unless it is the default. */
  host: line(300).refine((host) => host === '' || HOST.test(host)),
  authorizePath: path(),
  tokenPath: path(),
  resourcePath: path(),
  /** A path, or an address on another host. */
  userinfoPath: line(1_000).refine((given) => given === '' || isPath(given) || isWebAddress(given)),
  /** The target after logging out here (threats O3). */
  logoutRedirectUri: address(),
  /** For OpenID Connect: paths are discovered and need not be entered. */
  issuer: address(),
  /** The scope; '' for the usual one. */
  scope: line(500).refine((given) => /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(given)),
  /** The field with a permanent, unique id; '' for the usual ones. */
  idField: line(100).refine((given) => /^[\w.-]*$/.test(given)),
  /** `registration`: everybody while registration is open, otherwise nobody. */
  newAccounts: z.enum(NEW_ACCOUNTS),
  /** For addresses verified by the other site. */
  accountDomains: line(1_000).refine(isListOfDomains),
  /** A field of the answer, e.g. `groups` or `realm_access.roles`, and its required value, or one of its values. */
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

/** For a further site: the same, and its kind. */
export const siteFields = {
  ...oauthFields,
  /** Must also be entered again when people's tokens would go elsewhere. */
  clientSecret: noted(
    { sentTo: ['protocol', 'host', 'tokenPath', 'resourcePath', 'userinfoPath', 'issuer', 'preset'] },
    secretText(1_000),
  ),
  preset: z.enum(PRESETS),
  /** Its name in lists. */
  title: line(100),
  icon: z.enum(ICONS),
  /** For WeCom: the company's application. */
  agentId: line(50).refine((given) => /^\d*$/.test(given)),
  /** For WeCom, DingTalk and Feishu, the login address; '' for the usual one. */
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

/** The specification's form, as one of the sites. */
export const asSite = (settings: OauthSettings): SiteSettings => siteSchema.parse(settings)

/** @param site its id */
export const siteSection = (site: string) => settingsSection(`plugin.oauth-login.site-${site}`, siteSchema)

/** The further sites, in order. */
export const siteList = settingsSection('plugin.oauth-login.sites', z.object({ ids: z.array(z.string()).default([]) }))
export const MOST_SITES = 20

/** One section per site, so that adding another one does not move existing settings. */
export const oauthSettings = settingsSection('plugin.oauth-login', schema)
