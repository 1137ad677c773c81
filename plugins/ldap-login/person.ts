import type { Entry } from 'ldapts'
import type { ExternalIdentity } from '#core/plugin.ts'
import type { Directory } from './directory.ts'
import { personFilter } from './person-filter.ts'
import { DirectoryProblem } from './problem.ts'
import type { LdapSettings } from './settings.ts'

/** A person in the directory. */
export interface DirectoryPerson {
  readonly dn: string
  /** Unix groups refer to their members by these. */
  readonly uids: readonly string[]
  readonly identity: ExternalIdentity
}

/**
 * Attributes with permanent, unique ids: OpenLDAP, Active Directory, 389 DS, FreeIPA, eDirectory. Names and DNs may be
 * reassigned to another person, who would then get the account of the previous one.
 */
export const LASTING_IDS = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID', 'GUID']
const NAMES = ['displayName', 'cn', 'name']
export const STATES = [
  'userAccountControl',
  'accountExpires',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'loginDisabled',
  'shadowExpire',
]

/**
 * The single person whose user field has this value.
 * @throws DirectoryProblem: nobody | several | noLastingId | disabled, or the directory's error
 */
export async function personNamed(
  directory: Directory,
  settings: LdapSettings,
  typed: string,
  now: Date,
): Promise<DirectoryPerson> {
  const attributes = new Set([settings.userField, 'mail', 'uid', ...NAMES, ...LASTING_IDS, ...STATES])
  const found = await directory.search(personFilter(settings, typed), [...attributes], 2)
  const [entry] = found
  if (!entry) throw new DirectoryProblem('person', 'nobody')
  if (found.length > 1) throw new DirectoryProblem('person', 'several')
  const externalId = lastingIdOf(entry)
  // A DN contains an equals sign; otherwise the client would take it for a mechanism name.
  if (externalId === null || !entry.dn.includes('=')) throw new DirectoryProblem('person', 'noLastingId')
  if (isDisabled(entry, now)) throw new DirectoryProblem('person', 'disabled')
  const values = textsOf(entry, settings.userField)
  const own = values.find((value) => isSameName(value, typed)) ?? values[0] ?? typed
  return {
    dn: entry.dn,
    uids: uidsOf(entry),
    identity: {
      externalId,
      // Of an e-mail address only the part before the `@` can be a username here.
      username: own.split('@')[0] ?? '',
      name: NAMES.map((name) => textsOf(entry, name)[0] ?? '').find((name) => name !== '') ?? '',
      email: textsOf(entry, 'mail')[0] ?? null,
      isLeading: true,
    },
  }
}

export const uidsOf = (entry: Entry): readonly string[] => textsOf(entry, 'uid')

const isSameName = (a: string, b: string): boolean => a.normalize('NFKC').toLowerCase() === b.toLowerCase()

/** Prefixed with the attribute name, so that values of different attributes never collide. */
export function lastingIdOf(entry: Entry): string | null {
  for (const name of LASTING_IDS) {
    const [value] = valuesOf(entry, name)
    const text = Buffer.isBuffer(value) ? value.toString('hex') : (value ?? '').toLowerCase()
    if (text !== '') return `${name}:${text}`
  }
  return null
}

const ACCOUNT_DISABLED = 2n
const DAY_MS = 24 * 3_600_000
/** Active Directory counts time in units of 100 ns from 1601 on. */
const TICKS_PER_MS = 10_000n
const MS_TO_1970 = 11_644_473_600_000n
const NEVER = 0x7fff_ffff_ffff_ffffn

/** Directories reject the password of most of these themselves; markers without effect there count as well. */
export function isDisabled(entry: Entry, now: Date): boolean {
  const number = (name: string): bigint => {
    const [text = ''] = textsOf(entry, name)
    return /^-?\d{1,19}$/.test(text) ? BigInt(text) : 0n
  }
  const isOn = (name: string): boolean => textsOf(entry, name)[0]?.toLowerCase() === 'true'
  if ((number('userAccountControl') & ACCOUNT_DISABLED) !== 0n) return true
  if (isOn('nsAccountLock') || isOn('loginDisabled')) return true
  if (textsOf(entry, 'pwdAccountLockedTime')[0]?.startsWith('000001010000') === true) return true
  const nowMs = BigInt(now.getTime())
  const expires = number('accountExpires')
  if (expires > 0n && expires < NEVER && expires / TICKS_PER_MS - MS_TO_1970 <= nowMs) return true
  const shadow = number('shadowExpire')
  return shadow > 0n && shadow * BigInt(DAY_MS) <= nowMs
}

const textsOf = (entry: Entry, name: string): readonly string[] =>
  valuesOf(entry, name).filter((value): value is string => typeof value === 'string')

/** Directories return attribute names in any letter case. */
function valuesOf(entry: Entry, name: string): readonly (string | Buffer)[] {
  const found = Object.entries(entry).filter(([key]) => key !== 'dn' && key.toLowerCase() === name.toLowerCase())
  return found.flatMap(([, value]) => value)
}
