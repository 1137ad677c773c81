import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { digestOfKey, keyOf } from '#core/page/link.ts'
import { linkThere, type KeyNotes, type NotedKey } from './key-notes.ts'
import { pageLinksIn, type ShowdocPageLink } from './pages.ts'
import type { ReasonCode } from './reasons.ts'
import { ENDED } from './row-sums.ts'
import { settledKeys, type Settling } from './settled-keys.ts'
import type { Step } from './step.ts'

const TABLE = 'single_page'

/**
 * Ends the links of pages that came and ended in ShowDoc since, and none that was made here. What an older version
 * brought is only recognised where it is the same in both.
 * @returns what is noted of the links now
 */
export async function endLinks(step: Step): Promise<KeyNotes> {
  const { showdoc, plan, application, arrangement } = step
  const notes = arrangement.keys.links
  // A dump of some tables says nothing of the others.
  if (!showdoc.database.has(TABLE)) return notes
  const { services } = application.product
  const links = pageLinksIn(showdoc.database)
  const there = links.map(linkThere)
  const digests = new Set(links.map(({ pageId, key }) => `${pageId} ${digestOfKey(services, key)}`))
  const ended = [...notes.endedOf(there), ...notes.formerOf().filter(({ note }) => !digests.has(note))]
  const unknown = [...plan.links.values()].filter((link) => notes.stateOf(linkThere(link)) === 'unknown')
  const isUnreadable = showdoc.database.hasUnreadable(TABLE)
  if (isUnreadable)
    for (const { id, ownerId } of ended) plan.findings.keep(TABLE, id, 'linksUnreadable', { page: ownerId })
  const due = isUnreadable ? [] : ended
  const moved = isUnreadable ? new Map<never, never>() : notes.movedOf(there)
  const known =
    due.length + unknown.length + moved.size === 0
      ? notes
      : await settledKeys(step, {
          ...{ table: TABLE, notes, moved },
          settle: (rows, settling) => settle(step, { rows, settling, ended: due, unknown }),
        })
  await renewEnds(step, links, known)
  // A row that cannot be read may still be there.
  const isWhole = showdoc.only === null && !isUnreadable
  if (isWhole) for (const id of known.unknownOf(there)) plan.findings.keep(TABLE, id, 'linkOfOlderGone')
  return known
}

/** A link ends here when it does in ShowDoc, where alone that can be chosen. */
async function renewEnds(
  { application: { product, carrying }, note, assertAlone }: Step,
  links: readonly ShowdocPageLink[],
  known: KeyNotes,
): Promise<void> {
  const came = links.filter((link) => known.stateOf(linkThere(link)) === 'came')
  if (came.length === 0) return
  const ends = came.map(({ pageId, key, until }) => ({
    ...{ pageId, endsAt: until },
    digest: digestOfKey(product.services, key),
  }))
  await assertAlone()
  const changed = await carrying.carry((rows) => rows.changeLinkEnds(ends))
  if (changed.length > 0) note()
}

interface UnsettledLinks {
  readonly rows: CarriedRows
  readonly settling: Settling
  readonly ended: readonly NotedKey[]
  /** Of older versions. */
  readonly unknown: readonly ShowdocPageLink[]
}

/** Ends the ones, and recognises the others. */
async function settle(
  step: Step,
  { rows, settling: { noted, findings }, ended, unknown }: UnsettledLinks,
): Promise<void> {
  const { services } = step.application.product
  const notes = step.arrangement.keys.links
  const { pageLinks } = rows.store
  const rowsOfRun = new Set(Array.from(step.plan.links.values(), ({ id }) => id))
  for (const link of ended) {
    const page = link.ownerId
    if (!rowsOfRun.has(link.id) && !(await isOfRun(rows, step, page))) continue
    const here = await pageLinks.of(page)
    const isSame =
      here !== null && (link.digest === here.digest || notes.isSame(link, keyOf(services, page, here.sealed)))
    // Whoever shared the page anew here meanwhile has made another one.
    if (isSame && (await pageLinks.remove(page, here.digest))) findings.change(TABLE, link.id, 'linkEndedThere')
    else if (here !== null && link.digest !== undefined) continue
    else if (here !== null) findings.keep(TABLE, link.id, 'sharedAnewHere', { page })
    noted.set(link.id, ENDED)
  }
  for (const link of unknown)
    if ((await pageLinks.pageOf(digestOfKey(services, link.key), new Date(0))) === link.pageId)
      noted.set(link.id, notes.noteOf('came', linkThere(link)))
}

/** With one item, nothing is known of the pages of others. */
async function isOfRun(rows: CarriedRows, { showdoc, plan }: Step, pageId: number): Promise<boolean> {
  if (showdoc.only === null) return true
  for (const { item } of plan.items) if ((await rows.store.pages.byIds(item.id, [pageId])).length > 0) return true
  return false
}

/**
 * Why a link of a page that is here does not open it; null for none that is known.
 * @param keptPages pages that differ from ShowDoc
 */
export function whyNotShared(
  link: ShowdocPageLink,
  notes: KeyNotes,
  keptPages: ReadonlySet<number>,
): ReasonCode | null {
  const state = notes.stateOf(linkThere(link))
  if (state === 'new') return keptPages.has(link.pageId) ? 'linkOfKeptPage' : null
  if (state === 'own') return 'sharedHere'
  if (state === 'former') return 'linksUnreadable'
  return state === 'unknown' ? 'linkOfOlder' : 'removedSince'
}
