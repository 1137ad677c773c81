import { createHash } from 'node:crypto'
import type { ExternalIdentity } from '#core/plugin.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Fields with permanent, unique ids. Names and addresses may be reassigned to another person. */
const LASTING_IDS = ['sub', 'id', 'user_id', 'open_id', 'openid', 'union_id', 'unionid']
const USERNAMES = ['preferred_username', 'username', 'login', 'name']
const NAMES = ['name', 'display_name', 'displayName', 'nickname']
/** Some sites wrap the person in one of these. */
const WRAPPERS = ['data', 'user', 'result']
const LONGEST_ID = 255

/**
 * The person, according to the other site.
 * @param site its address, which becomes part of the id, because another site may use the same id for somebody else
 * @throws Error when there is no permanent id
 */
export function personFrom(claims: Claims, site: string, idField: string): ExternalIdentity {
  const id = idField === '' ? firstOf(claims, LASTING_IDS) : textOf(at(claims, idField))
  if (id === '') throw new Error('the other site gives no field that belongs to one person for good')
  const name = firstOf(claims, NAMES)
  return {
    externalId: shortened(`${siteNamed(site)}#${id}`),
    // Of an e-mail address only the part before the `@` can be a username here.
    username: firstOf(claims, USERNAMES).split('@')[0] ?? '',
    name,
    email: textOf(claims['email']) || null,
  }
}

/**
 * Normalises the address of a site: http or https, default port, trailing slash. The migration `0027-names-of-sites`
 * does the same for existing ids.
 */
export function siteNamed(address: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/i.exec(address) ?? []
  return `https://${host.toLowerCase().replace(/:(?:80|443)$/, '')}${path.replace(/\/+$/, '')}`
}

/** The person's data, wherever it is in the answer. */
export function claimsIn(answer: unknown, idField: string): Claims {
  const ids = idField === '' ? LASTING_IDS : [idField.split('.')[0] ?? '']
  const found = [answer, ...WRAPPERS.map((name) => (isClaims(answer) ? answer[name] : null))].filter(isClaims)
  return found.find((claims) => ids.some((name) => name in claims)) ?? found[0] ?? {}
}

/** The value at this path; null for none. */
export const at = (claims: Claims, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (isClaims(part) && Object.hasOwn(part, name) ? part[name] : null), claims)

const firstOf = (claims: Claims, names: readonly string[]): string =>
  names.map((name) => (Object.hasOwn(claims, name) ? textOf(claims[name]) : '')).find((text) => text !== '') ?? ''

/** A number beyond the safe range could equal somebody else's. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : ''

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shortened = (id: string): string =>
  id.length <= LONGEST_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
