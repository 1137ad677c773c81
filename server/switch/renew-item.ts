import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Catalog, CatalogLevel } from '#core/catalog/catalog.ts'
import type { Services } from '#core/context.ts'
import type { Membership } from '#core/member/membership.ts'
import type { Page } from '#core/page/page.ts'
import type { PageVersion } from '#core/page/version.ts'
import { DRAFTS_PER_USER, MOVED_DRAFT, type KeptDraft } from '#core/page/kept-draft.ts'
import type { Arrangement } from './arrangement.ts'
import { dueRows, endedSums, goneRows, keptReason, type DueRows } from './compared-rows.ts'
import { goneOf, hadTeamRights } from './gone-here.ts'
import { endUnvouchedIn } from './end-unvouched.ts'
import { freeDomainFor } from './freed-domains.ts'
import { dueAccess, isOpen, noteAccess, writeAccess, type DueAccess, type KnownAccess } from './item-access.ts'
import type { ItemTexts } from './item-texts.ts'
import type { ReasonCode } from './reasons.ts'
import { cameInto, noteMoved, sumAt, sumsIn, type MovedPages } from './page-places.ts'
import { Findings } from './plan/findings.ts'
import { sealedPlan } from './planned-password.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import {
  cameWith,
  hasCome,
  hasDraftChanged,
  isDraft,
  seenOfCatalog,
  seenOfItem,
  seenOfMember,
  sumOfDraft,
} from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** The changes in ShowDoc to an item imported earlier that are still to be written. */
export interface DueItem {
  readonly item: DueRows<PlannedItem & { readonly id: number }>
  readonly access: DueAccess
  readonly catalogs: DueRows<Catalog>
  readonly members: DueRows<Membership>
  /** Rights that were removed in ShowDoc, or whose numbers it has given to others, perhaps in another item. */
  readonly goneMembers: readonly GoneMember[]
  /** Ids of new pages. */
  readonly newPages: ReadonlySet<number>
  /** Ids of those of them that came as drafts, and were published in ShowDoc since. */
  readonly publishedPages: ReadonlySet<number>
  readonly changedPages: ReadonlySet<number>
  /** Ids of pages that differ from ShowDoc and stay unchanged. */
  readonly keptPages: ReadonlySet<number>
  /** Ids of those of them that were moved into this item in ShowDoc: they come into it as they are here. */
  readonly movedPages: ReadonlySet<number>
  /** Ids of pages that are drafts of their authors, and are new or were changed by them. */
  readonly dueDrafts: ReadonlySet<number>
  /** Ids of catalogs that came and were deleted here: what is new in them comes to the first level. */
  readonly goneCatalogs: ReadonlySet<number>
}

type GoneMember = Pick<Membership, 'id' | 'itemId' | 'userId'>

interface Comparing {
  readonly planned: PlannedItem
  readonly plan: SitePlan
  /** Read completely. */
  readonly texts: ItemTexts
  readonly records: Arrangement['records']
  /** People who have a right in the item here. */
  readonly membersHere: readonly Membership[]
  /** Pages that lie in the recycle bin of their item here. */
  readonly binned: ReadonlySet<number>
  readonly database: ShowdocDatabase
  readonly access: KnownAccess
  readonly moved: MovedPages
  readonly services: Services
}

const NONE: ReadonlyMap<number, CarriedRecord> = new Map()

/** The pending changes of an item imported earlier; writes nothing. */
export function dueOfItem(comparing: Comparing): DueItem {
  const { planned, plan, texts, records, membersHere, database } = comparing
  const { id } = planned.item
  const { findings } = plan
  const of = (table: CarriedTable) => records.get(table) ?? NONE
  const members = plan.members.get(id) ?? []
  const ofMembers = new Map(
    membersHere.flatMap((member) => {
      const record = of('member').get(member.id)
      return record ? [[member.id, record] as const] : []
    }),
  )
  const dueMembers = dueRows(
    {
      ...{ table: 'item_member', planned: members, records: of('member'), seen: seenOfMember },
      placeOf: ({ itemId, userId }) => `${itemId} ${userId}`,
    },
    findings,
  )
  const goneCatalogs = goneOf(records, 'catalog')
  const catalogs = withoutGone(plan.catalogs.get(id) ?? [], goneCatalogs)
  return {
    goneCatalogs,
    ...dueSettings(comparing),
    catalogs: dueRows({ table: 'catalog', planned: catalogs, records: of('catalog'), seen: seenOfCatalog }, findings),
    members: dueMembers,
    goneMembers: [
      ...dueMembers.replaced.flatMap((replaced) => memberAt(of('member').get(replaced))),
      ...goneRows(
        {
          table: 'member',
          others: othersOfMembers(database, hadTeamRights(records)),
          planned: members,
          records: ofMembers,
          database,
        },
        findings,
      ).flatMap((gone) => memberAt(ofMembers.get(gone))),
    ],
    ...duePages({ ...comparing, records: of('page') }),
    dueDrafts: new Set([...texts.drafts].flatMap(([id, draft]) => (isDraftDue(of('page').get(id), draft) ? [id] : []))),
  }
}

/** The settings of the item, and apart from them who may read it. */
function dueSettings({
  planned,
  plan,
  records,
  access,
  services,
}: Omit<Comparing, 'texts'>): Pick<DueItem, 'item' | 'access'> {
  const { id } = planned.item
  const of = records.get('item') ?? NONE
  const found = new Findings()
  const item = dueRows({ table: 'item', planned: [{ ...planned, id }], records: of, seen: seenOfItem }, found)
  const due = dueAccess({ planned, record: of.get(id), access, services, plan })
  if (due.written === null) plan.findings.addAll(found)
  for (const reason of due.reasons) plan.findings.keep('item', id, reason)
  return { item, access: due }
}

/** Nobody can write over a draft that came, so one that was changed in ShowDoc since replaces it. */
const isDraftDue = (record: CarriedRecord | undefined, draft: KeptDraft): boolean =>
  !hasCome(record) || hasDraftChanged(record, draft)

/** @param catalogs parents before children */
function withoutGone(catalogs: readonly Catalog[], gone: ReadonlySet<number>): readonly Catalog[] {
  const placed = new Map<number, Catalog>()
  for (const catalog of catalogs) {
    const parent = catalog.parentId === null || gone.has(catalog.parentId) ? undefined : placed.get(catalog.parentId)
    const level = levelBelow(parent)
    placed.set(catalog.id, gone.has(catalog.id) ? catalog : { ...catalog, parentId: parent?.id ?? null, level })
  }
  return [...placed.values()]
}

const levelBelow = (parent: Catalog | undefined): CatalogLevel => ((parent?.level ?? 0) + 1) as CatalogLevel

/** A missing table of rights by teams leaves it unknown how far those of members reach. */
const othersOfMembers = (database: ShowdocDatabase, hadTeamRightsHere: boolean): readonly string[] => [
  ...['user', 'catalog'],
  ...(database.count('team') > 0 || hadTeamRightsHere ? ['team_item_member'] : []),
]

/** The right where it is here. */
function memberAt(record: CarriedRecord | undefined): readonly GoneMember[] {
  const [itemId, userId] = record?.place?.split(' ').map(Number) ?? []
  return record && itemId !== undefined && userId !== undefined ? [{ id: record.id, itemId, userId }] : []
}

interface ComparedPages extends Pick<Comparing, 'planned' | 'plan' | 'texts' | 'access' | 'moved' | 'binned'> {
  readonly records: ReadonlyMap<number, CarriedRecord>
}

type DuePages = Pick<DueItem, 'newPages' | 'publishedPages' | 'changedPages' | 'keptPages' | 'movedPages'>

function duePages({ texts, records, ...comparing }: ComparedPages): DuePages {
  const { findings } = comparing.plan
  const itemId = comparing.planned.item.id
  const newPages = new Set<number>()
  const publishedPages = new Set<number>()
  const changedPages = new Set<number>()
  const keptPages = new Set<number>()
  const movedPages = new Set<number>()
  for (const [id, sum] of texts.pageRecords) {
    const record = records.get(id)
    if (!hasCome(record) || isDraft(record.sourceSum)) {
      newPages.add(id)
      if (hasCome(record)) publishedPages.add(id)
      continue
    }
    const isSame = sumAt(record.sourceSum) === sum
    if (record.here !== 'asItCame') {
      keptPages.add(id)
      const due = duePlace(record, comparing)
      if (due === 'move') movedPages.add(id)
      if (due !== null) findings.keep('page', id, due === 'move' ? 'editedAndMoved' : 'staysInItem', { item: itemId })
      if (due !== 'move') findings.keep('page', id, reasonOfKept(record, { isSame, texts, binned: comparing.binned }))
    } else if (!isSame || record.place !== String(itemId)) changedPages.add(id)
  }
  return { newPages, publishedPages, changedPages, keptPages, movedPages }
}

/** What happened here and in ShowDoc to a page that stays as it is here. */
function reasonOfKept(
  { id, here }: CarriedRecord,
  { isSame, texts, binned }: { readonly isSame: boolean } & Pick<ComparedPages, 'texts' | 'binned'>,
): ReasonCode {
  if (here === 'gone' || binned.has(id)) return isSame ? 'staysDeleted' : 'deletedAndChanged'
  if (isSame) return 'staysEdited'
  return texts.recycledPageIds.includes(id) ? 'editedAndDeletedThere' : keptReason(here)
}

/** What an edited page that lies in another item than in ShowDoc does; null when ShowDoc has not moved it. */
function duePlace(
  record: CarriedRecord,
  { planned, plan, access, moved }: Omit<ComparedPages, 'texts' | 'records'>,
): 'move' | 'stay' | null {
  const { id } = planned.item
  const place = record.place === null ? id : Number(record.place)
  const came = cameInto(record, moved)
  if (place === id || came === id) return null
  const isOpened = planned.visitPassword === '' || isOpen(access.here.get(id))
  const former = plan.items.find(({ item }) => item.id === place)
  const wasClosed = !isOpen(access.here.get(place)) || former?.visitPassword !== ''
  // What was written here may be meant for those who may read it where it is.
  return came === place && !(isOpened && wasClosed) ? 'move' : 'stay'
}

export const isAnythingDue = (due: DueItem): boolean =>
  [due.item, due.catalogs, due.members].some(({ sums }) => sums.size > 0) ||
  due.access.written !== null ||
  due.goneMembers.length + due.newPages.size + due.changedPages.size + due.movedPages.size + due.dueDrafts.size > 0

interface Renewing {
  readonly rows: CarriedRows
  readonly due: DueItem
  /** Of the same item, not read yet. */
  readonly texts: ItemTexts
  readonly source: number
  /** Versions imported earlier, by id. */
  readonly versions: ReadonlyMap<number, CarriedRecord>
  readonly itemId: number
  readonly services: Services
}

/** Writes the pending changes of an item. To be called in a separate transaction. */
export async function renewItem(renewing: Renewing): Promise<void> {
  const { rows, due, source } = renewing
  const records = rows.records(source)
  await renewSettings(renewing)
  await rows.addCatalogs(due.catalogs.added)
  await rows.store.catalogs.updateAll(due.catalogs.changed)
  await records.note('catalog', due.catalogs.sums)
  await renewMembers(renewing)
  for (const page of renewing.texts.pages()) {
    const placed = due.goneCatalogs.has(page.catalogId ?? 0) ? { ...page, catalogId: null } : page
    if (due.newPages.has(page.id)) await addPage(renewing, placed)
    else if (due.changedPages.has(page.id)) await renewPage(renewing, placed)
    else if (due.movedPages.has(page.id))
      await rows.store.pages.moveAll([page.id], { itemId: renewing.itemId, catalogId: placed.catalogId })
  }
  await noteMoved(records, due.movedPages, renewing.itemId)
  const written = new Set([...due.newPages, ...due.changedPages])
  await records.note(
    'page',
    sumsIn(renewing.itemId, renewing.texts.pageRecords, (id) => written.has(id)),
  )
  await keepDrafts(rows, { drafts: renewing.texts.drafts, ids: due.dueDrafts, source })
}

async function renewSettings({ rows, due, source, services, itemId }: Renewing): Promise<void> {
  const before = (await rows.accessOf([itemId])).get(itemId)
  for (const planned of due.item.changed) {
    await freeDomainFor(rows, source, planned.item)
    await rows.changeItem(planned.item, sealedPlan(services, planned))
    await noteAccess(rows, source, planned.id)
  }
  await rows.records(source).note('item', due.item.sums)
  await writeAccess(rows, source, due.access)
  const after = (await rows.accessOf([itemId])).get(itemId)
  // What teams have on the word of the owner goes on with the new one.
  if (before && after && before.ownerId !== after.ownerId)
    await rows.store.teams.vouchInstead(itemId, { from: before.ownerId, by: after.ownerId })
}

async function renewMembers({ rows, due, source, itemId, services }: Renewing): Promise<void> {
  for (const gone of due.goneMembers) await rows.store.members.remove(gone.itemId, gone.userId)
  const taken = new Set((await rows.store.members.ofItem(itemId)).map(({ userId }) => userId))
  const isFree = ({ userId, catalogId }: Membership): boolean =>
    !taken.has(userId) && !due.goneCatalogs.has(catalogId ?? 0)
  await rows.addMembers(due.members.added.filter(isFree))
  for (const member of due.members.changed) await rows.store.members.put(member)
  const isAnyTaken = due.goneMembers.length + due.members.changed.length > 0
  if (isAnyTaken) await endUnvouchedIn(rows, services, [itemId])
  const records = rows.records(source)
  await records.note('member', endedSums(due.goneMembers.map(({ id }) => id)))
  await records.note('member', due.members.sums)
}

/** Its draft ends with the publication: nobody could go on writing in it but in a draft of its own. */
async function addPage({ rows, due, texts, versions, source, itemId, services }: Renewing, page: Page): Promise<void> {
  await rows.store.pages.insertAll([page])
  if (due.publishedPages.has(page.id))
    await rows.store.drafts.drop(page.authorId, `${MOVED_DRAFT}${page.id}`, services.clock.now())
  const former = [...texts.versionsOf(page.id)].filter(({ id }) => !hasCome(versions.get(id)))
  await addVersions({ rows, source, itemId }, former)
}

/** New versions are added after those here; ShowDoc may have deleted its oldest ones meanwhile. */
async function renewPage({ rows, texts, versions, source, itemId }: Renewing, page: Page): Promise<void> {
  const former = [...texts.versionsOf(page.id)].filter(({ id }) => !hasCome(versions.get(id)))
  const revision = await rows.revisionOf(page.id)
  // In some versions of ShowDoc a save could move a page into another item.
  await rows.store.pages.moveAll([page.id], { itemId, catalogId: page.catalogId })
  await addVersions(
    { rows, source, itemId },
    former.map((version, at) => ({ ...version, revision: revision + at })),
  )
  await rows.changePage({ ...page, revision: revision + Math.max(former.length, 1) })
}

async function addVersions(
  { rows, source, itemId }: Pick<Renewing, 'rows' | 'source' | 'itemId'>,
  versions: readonly PageVersion[],
): Promise<void> {
  if (versions.length === 0) return
  await rows.addVersions(itemId, versions)
  await rows.records(source).note('page_version', new Map(versions.map(({ id, comment }) => [id, cameWith(comment)])))
}

interface KeepingDrafts {
  readonly drafts: ReadonlyMap<number, KeptDraft>
  /** Ids of their pages. */
  readonly ids: Iterable<number>
  readonly source: number
}

export async function keepDrafts(rows: CarriedRows, { drafts, ids, source }: KeepingDrafts): Promise<void> {
  const kept = new Map<number, string>()
  for (const id of ids) {
    const draft = drafts.get(id)
    if (!draft) continue
    await rows.store.drafts.keep(draft, DRAFTS_PER_USER)
    kept.set(id, sumOfDraft(draft))
  }
  await rows.records(source).note('page', kept)
}
