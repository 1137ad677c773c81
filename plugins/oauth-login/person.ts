import { createHash } from 'node:crypto'
import type { ExternalIdentity } from '#core/plugin.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Fields that belong to one person for good. Names and addresses are given to somebody else one day. */
const LASTING_IDS = ['sub', 'id', 'user_id', 'open_id', 'openid', 'union_id', 'unionid']
const USERNAMES = ['preferred_username', 'username', 'login', 'name']
const NAMES = ['name', 'display_name', 'displayName', 'nickname']
/** Some sites put the person into one of these. */
const WRAPPERS = ['data', 'user', 'result']
const LONGEST_ID = 255

/**
 * Who came back, by what the other site says of them.
 * @param site its address, which names it in the id, because another one may give the same id to somebody else
 * @throws Error when it names nobody for good
 */
export function personFrom(claims: Claims, site: string, idField: string): ExternalIdentity {
  const id = idField === '' ? firstOf(claims, LASTING_IDS) : textOf(at(claims, idField))
  if (id === '') throw new Error('the other site gives no field that belongs to one person for good')
  const name = firstOf(claims, NAMES)
  return {
    externalId: shortened(`${siteNamed(site)}#${id}`),
    // Of an address only what stands before the `@` can be a username here.
    username: firstOf(claims, USERNAMES).split('@')[0] ?? '',
    name,
    email: textOf(claims['email']) || null,
  }
}

/**
 * One name for a site however its address is written: with http or https, with its usual port, with a slash at the end. The
 * migration `0027-names-of-sites` does the same to the ids there were.
 */
export function siteNamed(address: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/]*)(.*)$/i.exec(address) ?? []
  return `https://${host.toLowerCase().replace(/:(?:80|443)$/, '')}${path.replace(/\/+$/, '')}`
}

/** What is said of the person, wherever it lies. */
export function claimsIn(answer: unknown, idField: string): Claims {
  const ids = idField === '' ? LASTING_IDS : [idField.split('.')[0] ?? '']
  const found = [answer, ...WRAPPERS.map((name) => (isClaims(answer) ? answer[name] : null))].filter(isClaims)
  return found.find((claims) => ids.some((name) => name in claims)) ?? found[0] ?? {}
}

/** What lies there; null for nothing. */
export const at = (claims: Claims, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (isClaims(part) && Object.hasOwn(part, name) ? part[name] : null), claims)

const firstOf = (claims: Claims, names: readonly string[]): string =>
  names.map((name) => (Object.hasOwn(claims, name) ? textOf(claims[name]) : '')).find((text) => text !== '') ?? ''

/** A number beyond what JavaScript tells apart would be somebody else's as well. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : ''

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shortened = (id: string): string =>
  id.length <= LONGEST_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
