import { createHash } from 'node:crypto'
import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { User } from '#core/account/user.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Membership } from '#core/member/membership.ts'
import type { KeptDraft } from '#core/page/kept-draft.ts'
import type { Team, TeamGrant, TeamMember } from '#core/team/team.ts'
import type { PlannedItem } from './plan/items.ts'

/** Recorded instead of a checksum when the row was matched with one that existed here before. */
export const KNOWN = 'known'
/** Recorded, before its checksum, for a page imported as a draft of its author; alone by older versions. */
const DRAFT = 'draft'
/** Recorded instead of a checksum for data that never changes. */
export const CAME = 'came'
/** Recorded of a former version, with its remark; older versions recorded only that it came. */
export const cameWith = (remark: string): string => `${CAME} ${remark === '' ? '-' : sumOfText(remark)}`

/** Noted for one that came and ended in ShowDoc since. */
export const ENDED = 'ended'

/** The kind of the record that an item has a page with content that has no place here. */
export const KEPT = 'kept'

/** Whether a row of ShowDoc was imported, even if it has been deleted since. */
export const hasCome = (record: CarriedRecord | undefined): record is CarriedRecord & { readonly sourceSum: string } =>
  record !== undefined && record.sourceSum !== null

/** Whether a page was imported as a draft of its author. */
export const isDraft = (sourceSum: string): boolean => sourceSum === DRAFT || sourceSum.startsWith(`${DRAFT} `)

export const sumOfText = (text: string): string => createHash('sha256').update(text).digest('hex')
export const sumOfRow = (seen: unknown): string => sumOfText(JSON.stringify(seen))

/*
 * The data of a row that decides whether it has changed in ShowDoc since its import. Passwords are excluded: both
 * products rehash them at logins, and they are compared by themselves.
 */
export const seenOfUser = ({
  username,
  name,
  email,
  isAdmin,
}: Pick<User, 'username' | 'name' | 'email' | 'isAdmin'>) => [...[username, name, email, isAdmin]]
export const seenOfItem = ({ item, visitPassword }: PlannedItem) => [
  ...[item.name, item.description, item.domain, item.type, item.ownerId, item.isArchived, visitPassword],
]
export const seenOfCatalog = ({ parentId, name, level, order }: Catalog) => [parentId, name, level, order]
export const seenOfMember = ({ itemId, userId, role, catalogId }: Membership) => [itemId, userId, role, catalogId]
export const seenOfTeam = ({ name, ownerId }: Team) => [name, ownerId]
export const seenOfTeamMember = ({ teamId, userId, role }: TeamMember) => [teamId, userId, role]
export const seenOfGrant = ({ teamId, itemId, userId, role, catalogId }: TeamGrant) => [
  ...[teamId, itemId, userId, role, catalogId],
]

/** What is recorded of a draft, without data that depends on the time of the run. */
export const sumOfDraft = ({ userId, title, content, catalogId }: KeptDraft): string =>
  `${DRAFT} ${sumOfRow([userId, title, content, catalogId])}`

/** Whether its author has changed a draft in ShowDoc since its import; older versions did not record what it was. */
export const hasDraftChanged = (record: { readonly sourceSum: string }, draft: KeptDraft): boolean =>
  record.sourceSum !== DRAFT && isDraft(record.sourceSum) && record.sourceSum !== sumOfDraft(draft)

/** Checksums of many rows, by id. */
export const sumsOf = <T extends { readonly id: number }>(
  rows: readonly T[],
  seen: (row: T) => unknown,
): ReadonlyMap<number, string> => new Map(rows.map((row) => [row.id, sumOfRow(seen(row))]))
