import type { KeptDraft } from '#core/page/kept-draft.ts'
import type { Proving } from './prove/proving.ts'
import { hasCome, hasDraftChanged, isDraft, sumOfText } from './row-sums.ts'

/** The drafts of a ShowDoc, by their page ids here. */
export interface FoundDrafts {
  /** Checksums of the texts to be found as they are in ShowDoc. */
  readonly wanted: ReadonlyMap<number, string>
  /** Of these, those found here. */
  readonly found: ReadonlyMap<number, string>
  /** How many are here, also those that differ because they stay as they came. */
  readonly count: number
}

/**
 * Looks for every draft of the imported items among those of its author, who alone can find it there. Reports those that
 * ended here, or differ, since they came.
 */
export async function foundDrafts({ carried, application }: Omit<Proving, 'closed'>): Promise<FoundDrafts> {
  const { texts, arrangement, plan } = carried
  const { drafts } = application.product.database
  const records = arrangement.records.get('page')
  const wanted = new Map<number, string>()
  const found = new Map<number, string>()
  let others = 0
  for (const [id, draft] of [...texts.values()].flatMap((each) => [...each.drafts])) {
    const record = records?.get(id)
    const here = await drafts.byId(draft.userId, draft.id)
    const cameAsPage = hasCome(record) && !isDraft(record.sourceSum)
    const cameNow = !hasCome(record) || hasDraftChanged(record, draft)
    // While people work here, an author may end a draft as soon as it has come.
    const mayEnd = !cameNow || arrangement.source.isBesideServers
    if (here === null && mayEnd && !cameAsPage) plan.findings.leave('page', id, 'draftEnded')
    else if (cameNow || (here !== null && isSame(here, draft))) {
      wanted.set(id, sumOfText(draft.content))
      if (here !== null) found.set(id, isSame(here, draft) ? sumOfText(here.content) : '')
    } else if (cameAsPage && record.here === 'gone') plan.findings.leave('page', id, 'deletedSince')
    else {
      others += 1
      plan.findings.keep('page', id, cameAsPage ? 'draftThere' : 'staysAsItCame')
    }
  }
  return { wanted, found, count: found.size + others }
}

const isSame = (here: Pick<KeptDraft, 'title' | 'content'>, there: KeptDraft): boolean =>
  here.title === there.title && here.content === there.content
