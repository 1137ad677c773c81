import type { Random } from './random.ts'
import type { WordList } from './word-lists.ts'

/**
 * Names of people, places, companies and the internet, of the words of faker. Its own methods read a pattern for each
 * value and take up to fifty times as long, and an answer may need thousands.
 */
type Names = (random: Random, words: WordList) => string

/** @param list not every list is in the types of faker */
function one(random: Random, list: unknown): string {
  if (!Array.isArray(list) || list.length === 0) return ''
  return String(list[random.between(0, list.length - 1)])
}
function digits(random: Random, count: number): string {
  let text = String(random.between(1, 9))
  while (text.length < count) text += String(random.between(0, 9))
  return text
}

export const firstName: Names = (random, { person }) =>
  one(random, person?.first_name?.[random.between(0, 1) === 0 ? 'female' : 'male'])
export const lastName: Names = (random, { person }) => one(random, person?.last_name?.generic)
export const fullName: Names = (random, words) => `${firstName(random, words)} ${lastName(random, words)}`
/** The family name first. */
export const chineseName: Names = (random, words) => `${lastName(random, words)}${firstName(random, words)}`

export const username: Names = (random, words) => {
  const between = random.between(0, 1) === 0 ? '.' : '_'
  return `${firstName(random, words)}${between}${lastName(random, words)}${random.between(0, 99)}`.replaceAll("'", '')
}
export const email: Names = (random, words) =>
  `${username(random, words)}@${one(random, words.internet?.free_email)}`.toLowerCase()
export const topLevel: Names = (random, { internet }) => one(random, internet?.domain_suffix)
export const domain: Names = (random, words) => {
  const [first, second] = [one(random, words.word?.adjective), one(random, words.word?.noun)]
  const host = `${first}-${second}`.toLowerCase().replaceAll(/[^a-z-]/g, '')
  return `${host}.${topLevel(random, words)}`
}
export const url: Names = (random, words) =>
  `https://${domain(random, words)}/${one(random, words.lorem?.word)}-${one(random, words.lorem?.word)}`
export const address4 = (random: Random): string =>
  `${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}`

export const state: Names = (random, { location }) => one(random, location?.state)
export const city: Names = (random, { location }) =>
  `${one(random, location?.city_prefix)}${one(random, location?.city_suffix)}`
const streetWith =
  (between: string): Names =>
  (random, words) =>
    `${lastName(random, words)}${between}${one(random, words.location?.street_suffix)}`
export const chineseStreet = streetWith('')
const street = streetWith(' ')
export const address: Names = (random, words) => `${digits(random, random.between(3, 5))} ${street(random, words)}`
export const chineseAddress: Names = (random, words) =>
  `${chineseStreet(random, words)}${digits(random, random.between(2, 5))}号`

export const company: Names = (random, words) => {
  const name = lastName(random, words)
  const kind = random.between(0, 2)
  if (kind === 0) return `${name} - ${lastName(random, words)}`
  if (kind === 1) return `${name} ${one(random, words.company?.legal_entity_type)}`
  return `${name}, ${lastName(random, words)} and ${lastName(random, words)}`
}
export const chineseCompany: Names = (random, words) => {
  const place = random.between(0, 1) === 0 ? city(random, words) : state(random, words)
  const { category, legal_entity_type: kind } = words.company ?? {}
  return `${place}${firstName(random, words)}${one(random, category)}${one(random, kind)}`
}
