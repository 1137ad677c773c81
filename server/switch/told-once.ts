import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { Carried } from './carry.ts'
import type { Finding, Findings } from './plan/findings.ts'
import type { ReasonCode } from './reasons.ts'
import { hasCome, isDraft, KNOWN } from './row-sums.ts'
import { ownColumn } from './source-ids.ts'

/** What these say of the form in which a row comes is not true of one that is as somebody made it here. */
const OF_FORM: ReadonlySet<string> = new Set<ReasonCode>([
  ...(['usernameTaken', 'usernameWritten', 'emailTaken', 'domainTaken', 'itemWithoutName', 'membersOnly'] as const),
  ...(['ownerGone', 'tooDeep', 'parentGone', 'oneCatalog', 'recycled', 'recycledAnew', 'pageWithoutTitle'] as const),
  ...([
    'nameTrimmed',
    'passwordUnreadable',
    'blanksLeftOut',
    'catalogGone',
    'authorUnknown',
    'zerosLeftOut',
    'packedUnread',
    'notUtf8',
    'draft',
  ] as const),
])
const TABLES = ['user', 'item', 'catalog', 'page', 'member', 'team'] as const satisfies readonly CarriedTable[]
/** Of accounts that have a password that somebody knows, whatever ShowDoc has. */
const OF_PASSWORDS: ReadonlySet<string> = new Set<ReasonCode>(['passwordOfHere', 'passwordUnknownThere'])
/** Of which the rows that are not here are told of one by one, so that nothing else is to be told of them. */
const OF_KEYS: ReadonlySet<string> = new Set(['item_token', 'single_page'])

/** Leaves of what was found of each row what is true of it in the end. */
export function tellOnce(findings: Findings, { records }: Pick<Carried['arrangement'], 'records'>): void {
  const rowOf = ({ table, id }: Finding): string => `${table} ${id}`
  const [left, kept] = [new Set(findings.left.map(rowOf)), new Set(findings.kept.map(rowOf))]
  const others = new Set(
    TABLES.flatMap((table) =>
      Array.from(records.get(table)?.values() ?? [])
        .filter(isAsMadeHere)
        .map(({ id }) => `${ownColumn(table)[0]} ${id}`),
    ),
  )
  const isOfOther = (row: string): boolean =>
    others.has(row) || left.has(row) || (kept.has(row) && row.startsWith('page '))
  const withPassword = new Set(findings.kept.filter(({ reason }) => OF_PASSWORDS.has(reason)).map(rowOf))
  replace(findings.changed, (finding) => finding.reason !== 'passwordUnreadable' || !withPassword.has(rowOf(finding)))
  replace(findings.changed, (finding) => !OF_FORM.has(finding.reason) || !isOfOther(rowOf(finding)))
  replace(findings.kept, (finding) => !OF_KEYS.has(finding.table) || !left.has(rowOf(finding)))
}

// A draft that came is no page here, and so not one that is gone.
const isAsMadeHere = (record: CarriedRecord): boolean =>
  hasCome(record) && !isDraft(record.sourceSum) && (record.here !== 'asItCame' || record.sourceSum === KNOWN)

function replace(found: Finding[], isTrue: (finding: Finding) => boolean): void {
  found.splice(0, found.length, ...found.filter(isTrue))
}
