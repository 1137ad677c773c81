import type { Language } from '#core/plugin.ts'
import * as names from './names.ts'
import type { Random } from './random.ts'
import type { WordLists } from './word-lists.ts'

/** The source of values. All draws share the generator: it is seeded and used without interruption. */
export interface Draw extends WordLists {
  readonly random: Random
  /** The default language of values. */
  readonly language: Language
  readonly now: Date
  /** Restarts the sequence of this draw from its first value. */
  begin(): void
}
/** The value of a placeholder; texts may be part of a longer one. */
export type Value = string | number | boolean
/** @param at index of a list member */
export type Word = (draw: Draw, args: readonly Argument[], at: number) => Value
export type Argument = string | number | boolean | readonly unknown[]

const LONGEST = 10_000
const numberAt = (args: readonly Argument[], at: number, otherwise: number): number => {
  const number = Number(args[at] ?? otherwise)
  return Number.isFinite(number) ? Math.trunc(number) : otherwise
}
const between = ({ random }: Draw, least: number, most: number): number => random.between(least, most)
/** For `@word(5)` and `@word(3, 7)`: how many. */
function howMany(draw: Draw, args: readonly Argument[], least: number, most: number): number {
  const from = numberAt(args, 0, least)
  const to = args.length === 1 ? from : numberAt(args, 1, most)
  return Math.min(LONGEST, Math.max(0, between(draw, from, to)))
}
const largest = Number.MAX_SAFE_INTEGER
const DAY_MS = 86_400_000
/** A time between 1970 and 2030. */
const moment = (draw: Draw): Date => new Date(between(draw, 0, 21_914 * DAY_MS))

const CHARACTERS: Readonly<Record<string, string>> = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  number: '0123456789',
  symbol: '!@#$%^&*()[]',
}
const ALL_CHARACTERS = Object.values(CHARACTERS).join('')
/** The characters of `lower`, `upper`, `number` and `symbol`, or the given ones. */
function poolOf(given: Argument | undefined): string | readonly string[] {
  if (given === undefined || given === '') return ALL_CHARACTERS
  const name = String(given).toLowerCase()
  if (Object.hasOwn(CHARACTERS, name)) return CHARACTERS[name] ?? ''
  const characters = [...String(given)]
  return characters.length === String(given).length ? String(given) : characters
}
/** @param pool a list, because a character may be longer than one UTF-16 unit */
function charactersFrom({ random }: Draw, pool: string | readonly string[], count: number): string {
  const last = pool.length - 1
  if (typeof pool !== 'string') return Array.from({ length: count }, () => pool[random.between(0, last)]).join('')
  const codes = new Uint16Array(count)
  random.drawPlaces(codes, pool.length)
  for (let at = 0; at < count; at += 1) codes[at] = pool.charCodeAt(codes[at] ?? 0)
  return Reflect.apply(String.fromCharCode, null, codes) as string
}
const HAN =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处理世'
const han = (draw: Draw, count: number): string => charactersFrom(draw, HAN, count)

const withoutZero = (text: string): string => (text.startsWith('0') ? text.slice(1) : text)
const PARTS: Readonly<Record<string, (iso: string) => string>> = {
  yyyy: (iso) => iso.slice(0, 4),
  yy: (iso) => iso.slice(2, 4),
  MM: (iso) => iso.slice(5, 7),
  M: (iso) => withoutZero(iso.slice(5, 7)),
  dd: (iso) => iso.slice(8, 10),
  d: (iso) => withoutZero(iso.slice(8, 10)),
  HH: (iso) => iso.slice(11, 13),
  H: (iso) => withoutZero(iso.slice(11, 13)),
  mm: (iso) => iso.slice(14, 16),
  m: (iso) => withoutZero(iso.slice(14, 16)),
  ss: (iso) => iso.slice(17, 19),
  s: (iso) => withoutZero(iso.slice(17, 19)),
  SSS: (iso) => iso.slice(20, 23),
  T: (iso) => String(Date.parse(iso)),
}
type FormatPart = string | ((iso: string) => string)
let lastFormat: { readonly format: string; readonly parts: readonly FormatPart[] } = { format: '', parts: [] }
/** A list of thousands of times has one format, which is taken apart once. */
function partsOfFormat(format: string): readonly FormatPart[] {
  if (lastFormat.format === format) return lastFormat.parts
  // Every second one is of the date.
  const split = format.split(/(yyyy|yy|MM?|dd?|HH?|mm?|SSS|ss?|T)/)
  const parts = split.map((part, at) => (at % 2 === 1 ? (PARTS[part] ?? part) : part))
  lastFormat = { format, parts }
  return parts
}
/** `yyyy-MM-dd HH:mm:ss` and similar formats, in UTC. */
function formatted(date: Date, format: string): string {
  const iso = date.toISOString()
  let text = ''
  for (const part of partsOfFormat(format)) text += typeof part === 'string' ? part : part(iso)
  return text
}
const formatAt = (args: readonly Argument[], at: number, otherwise: string): string => String(args[at] ?? otherwise)

const UNITS: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 }
function beginningOf(date: Date, unit: string): Date {
  const iso = date.toISOString()
  const length = UNITS[unit]
  return length === undefined ? date : new Date(`${iso.slice(0, length)}${'0000-01-01T00:00:00Z'.slice(length)}`)
}

/** An answer may need 170,000 of them, few at a time. */
function enWords({ en, random }: Draw, count: number): string {
  const words = en.lorem?.word ?? []
  const word = (): string => words[random.between(0, words.length - 1)] ?? ''
  let text = word()
  for (let left = Math.min(LONGEST, count) - 1; left > 0; left -= 1) text += ` ${word()}`
  return text
}
const capitalized = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())
const sentence = (draw: Draw, count: number): string => `${capitalized(enWords(draw, count))}.`
const hanSentence = (draw: Draw, count: number): string => `${han(draw, count)}。`
function uuidOf(draw: Draw): string {
  const hex = charactersFrom(draw, '0123456789abcdef', 30)
  const variant = '89ab'[between(draw, 0, 3)] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`
}
const words: Readonly<Record<string, Word>> = {
  boolean: (draw) => between(draw, 0, 1) === 1,
  natural: (draw, args) => between(draw, Math.max(0, numberAt(args, 0, 0)), Math.max(0, numberAt(args, 1, largest))),
  integer: (draw, args) => between(draw, numberAt(args, 0, -largest), numberAt(args, 1, largest)),
  float(draw, args) {
    const whole = between(draw, numberAt(args, 0, -1_000_000), numberAt(args, 1, 1_000_000))
    const digits = Math.min(15, Math.max(1, between(draw, numberAt(args, 2, 1), numberAt(args, 3, 6))))
    return Number(`${whole}.${charactersFrom(draw, '0123456789', digits)}`)
  },
  character: (draw, args) => charactersFrom(draw, poolOf(args[0]), 1),
  string(draw, args) {
    const [pool, ...rest] = args
    return typeof pool === 'string'
      ? charactersFrom(draw, poolOf(pool), howMany(draw, rest, 3, 7))
      : charactersFrom(draw, ALL_CHARACTERS, howMany(draw, args, 3, 7))
  },
  date: (draw, args) => formatted(moment(draw), formatAt(args, 0, 'yyyy-MM-dd')),
  time: (draw, args) => formatted(moment(draw), formatAt(args, 0, 'HH:mm:ss')),
  datetime: (draw, args) => formatted(moment(draw), formatAt(args, 0, 'yyyy-MM-dd HH:mm:ss')),
  timestamp: (draw) => Math.floor(moment(draw).getTime() / 1_000),
  now(draw, args) {
    const unit = String(args[0] ?? '')
    const isUnit = Object.hasOwn(UNITS, unit)
    return formatted(
      isUnit ? beginningOf(draw.now, unit) : draw.now,
      formatAt(args, isUnit ? 1 : 0, 'yyyy-MM-dd HH:mm:ss'),
    )
  },
  word: (draw, args) => charactersFrom(draw, CHARACTERS['lower'] ?? '', howMany(draw, args, 3, 10)),
  cword: (draw, args) => han(draw, howMany(draw, args, 1, 1)),
  title: (draw, args) => enWords(draw, numberAt(args, 0, 4)),
  ctitle: (draw, args) => han(draw, howMany(draw, args, 3, 7)),
  sentence: (draw, args) => sentence(draw, howMany(draw, args, 12, 18)),
  csentence: (draw, args) => hanSentence(draw, howMany(draw, args, 12, 18)),
  paragraph: (draw, args) =>
    Array.from({ length: Math.min(100, howMany(draw, args, 3, 7)) }, () => sentence(draw, 12)).join(' '),
  cparagraph: (draw, args) =>
    Array.from({ length: Math.min(100, howMany(draw, args, 3, 7)) }, () => hanSentence(draw, 15)).join(''),
  first: ({ random, en }) => names.firstName(random, en),
  last: ({ random, en }) => names.lastName(random, en),
  name: ({ random, en }) => names.fullName(random, en),
  cfirst: ({ random, zhCn }) => names.lastName(random, zhCn),
  clast: ({ random, zhCn }) => names.firstName(random, zhCn),
  cname: ({ random, zhCn }) => names.chineseName(random, zhCn),
  username: ({ random, en }) => names.username(random, en),
  phone: (draw) => `1${between(draw, 3, 9)}${charactersFrom(draw, '0123456789', 9)}`,
  company: ({ random, language, en, zhCn }) =>
    language === 'zh-cn' ? names.chineseCompany(random, zhCn) : names.company(random, en),
  url: ({ random, en }) => names.url(random, en),
  domain: ({ random, en }) => names.domain(random, en),
  protocol: (draw) => ['http', 'https', 'ftp', 'mailto', 'nntp'][between(draw, 0, 4)] ?? 'http',
  tld: ({ random, en }) => names.topLevel(random, en),
  email: ({ random, en }) => names.email(random, en),
  ip: ({ random }) => names.address4(random),
  region: (draw) => ['东北', '华北', '华东', '华中', '华南', '西南', '西北'][between(draw, 0, 6)] ?? '华北',
  province: ({ random, zhCn }) => names.state(random, zhCn),
  city: ({ random, zhCn }) => names.city(random, zhCn),
  county: ({ random, zhCn }) => names.chineseStreet(random, zhCn),
  address: ({ random, language, en, zhCn }) =>
    language === 'zh-cn' ? names.chineseAddress(random, zhCn) : names.address(random, en),
  zip: (draw) => charactersFrom(draw, '0123456789', 6),
  guid: (draw) => uuidOf(draw),
  uuid: (draw) => uuidOf(draw),
  id: (draw) =>
    `${between(draw, 11, 65)}${charactersFrom(draw, '0123456789', 15)}${charactersFrom(draw, '0123456789X', 1)}`,
  increment: (_, args, at) => (at + 1) * numberAt(args, 0, 1),
  color: (draw) => `#${charactersFrom(draw, '0123456789abcdef', 6)}`,
  hex: (draw) => `#${charactersFrom(draw, '0123456789abcdef', 6)}`,
  rgb: (draw) => `rgb(${[0, 0, 0].map(() => between(draw, 0, 255)).join(', ')})`,
  rgba: (draw) => `rgba(${[0, 0, 0].map(() => between(draw, 0, 255)).join(', ')}, 0.${between(draw, 1, 9)})`,
  image: (_, args) => `https://placehold.co/${/^\d+x\d+$/.test(String(args[0])) ? String(args[0]) : '250x250'}`,
  pick(draw, args) {
    const list = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args
    const picked = list[between(draw, 0, Math.max(0, list.length - 1))]
    return typeof picked === 'number' || typeof picked === 'boolean' ? picked : textOf(picked)
  },
  upper: (_, args) => textOf(args[0]).toUpperCase(),
  lower: (_, args) => textOf(args[0]).toLowerCase(),
  capitalize: (_, args) => capitalized(textOf(args[0])),
}
const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** All placeholder names, for template authors. */
export const PLACEHOLDERS: readonly string[] = Object.keys(words).map((name) => `@${name}`)

/** Each is put together from several draws. */
const SLOW: ReadonlySet<string> = new Set([
  ...['first', 'last', 'name', 'cfirst', 'clast', 'cname', 'username', 'company', 'url', 'domain', 'tld', 'email'],
  ...['ip', 'province', 'city', 'county', 'address', 'guid', 'uuid'],
])

export interface NamedWord {
  readonly word: Word
  /** How many values it counts as. */
  readonly price: number
}
/** Case-insensitive. */
export function wordNamed(name: string): NamedWord | undefined {
  const key = name.toLowerCase()
  const word = Object.hasOwn(words, key) ? words[key] : undefined
  return word && { word, price: SLOW.has(key) ? 5 : 1 }
}
