import { sizeOf } from '../sizes.ts'
import { counted } from './counted.ts'
import { estimatedSeconds } from './estimated-time.ts'
import type { Look, LookedAtTable } from './look.ts'
import type { MatchedAccount } from './matched-accounts.ts'
import { wordsOfReason } from './reasons.ts'

/** The result of a check as lines of text. */
export function* linesOf(look: Look): Generator<string> {
  const { file, bytes, schema, tables, uploads, storages, problems } = look
  yield `ShowDoc in ${file}: ${sizeOf(bytes)}, version ${schema ?? 'unknown'} of its tables.`
  yield 'Would be carried:'
  yield* tables.filter(({ fate }) => fate.kind === 'carried').map(rowOf)
  yield `${padded(uploads.count)}  files of attachments, ${sizeOf(uploads.bytes)}`
  yield* storages.map(
    ({ host, files }) =>
      `${padded(files)}  files that stay in the storage at ${host}; --show-pictures shows its pictures in pages`,
  )
  yield 'Has no place in Octavo, and would be kept whole as JSON:'
  yield* tables.filter(({ rows, fate }) => rows > 0 && isLeft(fate.kind)).map(rowOf)
  yield 'Is of no use in Octavo:'
  yield* tables.filter(({ rows, fate }) => rows > 0 && fate.kind === 'never').map(rowOf)
  yield `Would take about ${durationOf(estimatedSeconds(look))}, with the embedded database up to twice as long.`
  if (problems.length === 0) yield 'No problem was found.'
  else yield* ['Problems:', ...problems.map(({ code, values }) => `  ${wordsOfReason(code, values, 'en')}`)]
}

/** Those of a ShowDoc who are taken for accounts that are here already. */
export function* linesOfMatched(accounts: readonly MatchedAccount[]): Generator<string> {
  if (accounts.length === 0) return
  yield 'Accounts that are here already, by their usernames. What is theirs in ShowDoc goes to them, with the rights it'
  yield 'gives; their passwords and settings stay. Make sure that each is the same person:'
  for (const { username, name, usernameHere, nameHere, isAdmin } of accounts)
    yield `  ${person(username, name)}, here ${person(usernameHere, nameHere)}${isAdmin ? ', who administers this site' : ''}`
}

const person = (username: string, name: string): string => (name === '' ? username : `${username} (${name})`)

const durationOf = (seconds: number): string =>
  seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')

const isLeft = (kind: LookedAtTable['fate']['kind']): boolean => kind === 'kept' || kind === 'unknown'

const rowOf = ({ name, rows, fate }: LookedAtTable): string =>
  `${padded(rows)}  ${name}${fate.kind === 'carried' ? '' : ` (${wordsOfReason(fate.what, {}, 'en')})`}`

const padded = (count: number): string => String(count).padStart(10)
