import { FilterParser } from 'ldapts'
import { z } from 'zod'
import { line, noted, secretText, settingsSection, text } from '#core/plugin.ts'

/** How the connection is secured. */
const SECURITIES = ['none', 'starttls', 'ldaps'] as const

export const isFilter = (filter: string): boolean => {
  try {
    FilterParser.parseString(filter)
    return true
  } catch {
    return false
  }
}

// No scheme, port, path or username: the value is used directly as a host name.
const HOST = /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?|\[?[\da-f]*:[\da-f:.]+\]?)$/iu

/** The fields of the form (spec §3, LDAP config), and the connection security. */
export const ldapFields = {
  host: line(255).refine((host) => host === '' || HOST.test(host)),
  port: z.number().int().min(1).max(65_535),
  version: z.union([z.literal(2), z.literal(3)]),
  baseDn: line(1_000),
  /** '' for an anonymous search. */
  bindDn: line(1_000),
  bindPassword: noted({ sentTo: ['host', 'port', 'security', 'caCertificate'] }, secretText(500)),
  /** People enter a value of this attribute to log in (threats L1). */
  userField: line(100).regex(/^[A-Za-z][A-Za-z0-9-]*$/),
  searchFilter: line(1_000).refine(isFilter),
  security: z.enum(SECURITIES),
  /** In PEM; '' for the system's trusted certificates. */
  caCertificate: text(50_000)
    .trim()
    .refine((given) => given === '' || given.includes('-----BEGIN CERTIFICATE-----')),
}

export const ldapSettings = settingsSection(
  'plugin.ldap-login',
  z.object({
    isOpen: z.boolean().default(false),
    host: ldapFields.host.default(''),
    port: ldapFields.port.default(389),
    version: ldapFields.version.default(3),
    baseDn: ldapFields.baseDn.default(''),
    bindDn: ldapFields.bindDn.default(''),
    bindPassword: ldapFields.bindPassword.default(''),
    userField: ldapFields.userField.default('cn'),
    searchFilter: ldapFields.searchFilter.default('(cn=*)'),
    security: ldapFields.security.default('starttls'),
    caCertificate: ldapFields.caCertificate.default(''),
  }),
)
export type LdapSettings = z.output<typeof ldapSettings.schema>
