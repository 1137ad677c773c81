import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { ItemTexts } from './item-texts.ts'
import type { Findings } from './plan/findings.ts'
import { CAME, cameWith, hasCome } from './row-sums.ts'

type Versions = ReadonlyMap<number, CarriedRecord>

/** The versions that came and whose remarks differ in ShowDoc from those that came, as far as that was recorded. */
function changedThere({ remarks }: Pick<ItemTexts, 'remarks'>, versions: Versions): readonly number[] {
  return Array.from(remarks).flatMap(([id, remark]) => {
    const record = versions.get(id)
    if (!hasCome(record) || record.here === 'gone') return []
    const isSame = record.sourceSum === CAME ? remark === '' : record.sourceSum === cameWith(remark)
    return isSame ? [] : [id]
  })
}

export interface DueRemarks {
  readonly changed: readonly { readonly id: number; readonly comment: string; readonly former: string }[]
  /** Ids of versions with a remark of here, which stays. */
  readonly kept: readonly number[]
}

const NONE: DueRemarks = { changed: [], kept: [] }

/** Compares the remarks of versions that came earlier; writes nothing. @param texts read completely */
export async function dueRemarks(
  rows: CarriedRows,
  texts: Pick<ItemTexts, 'remarks'>,
  versions: Versions,
): Promise<DueRemarks> {
  const ids = changedThere(texts, versions)
  if (ids.length === 0) return NONE
  const here = await rows.commentsOf(ids)
  const changed: DueRemarks['changed'][number][] = []
  const kept: number[] = []
  for (const id of ids) {
    const [comment, former] = [texts.remarks.get(id) ?? '', here.get(id)]
    if (former === undefined || former === comment) continue
    const sourceSum = versions.get(id)?.sourceSum
    // Without a record of what came, a remark may have been written here; a missing one is nobody's work.
    const isAsItCame = sourceSum === CAME ? former === '' : sourceSum === cameWith(former)
    if (isAsItCame) changed.push({ id, comment, former })
    else kept.push(id)
  }
  return { changed, kept }
}

/** Writes what is due, and reports what stays. */
export async function renewRemarks(
  rows: CarriedRows,
  source: number,
  { changed, kept }: DueRemarks,
  findings: Findings,
): Promise<void> {
  for (const id of kept) findings.keep('page_history', id, 'remarkOfHereStays')
  if (changed.length === 0) return
  const written = new Set(await rows.changeComments(changed))
  const sums = changed.flatMap(({ id, comment }) => (written.has(id) ? [[id, cameWith(comment)] as const] : []))
  await rows.records(source).note('page_version', new Map(sums))
}
