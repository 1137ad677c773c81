import { setTimeout } from 'node:timers/promises'
import type { ShowdocProgress } from '#core/ports/showdoc-moves.ts'
import type { ComposedApplication } from '../application.ts'
import { arranged, noteSource, type Arrangement, type LinkWish } from './arrangement.ts'
import { carryAccounts } from './carry-accounts.ts'
import { carryElsewhere } from './carry-elsewhere.ts'
import { carryFiles, type CarriedFile } from './carry-files.ts'
import { carryChangeLog } from './change-log.ts'
import { carryItems, type CarriedItems } from './carry-items.ts'
import { carryKept, type CarriedKept } from './carry-kept.ts'
import { carryNotices } from './carry-notices.ts'
import { carryStars } from './carry-stars.ts'
import { carryTeams } from './carry-teams.ts'
import { carryTraffic } from './carry-traffic.ts'
import { tellClosedFiles } from './closed-files.ts'
import { listedFilesIn } from './files.ts'
import { endAccounts, tellOfGone } from './gone-there.ts'
import { leaveWithoutNumber, tellOfNumbers } from './given-numbers.ts'
import { goneHere } from './gone-here.ts'
import { keepHistories } from './keep-histories.ts'
import { endItemKeys } from './item-keys.ts'
import type { OpenedShowdoc } from './look.ts'
import { leaveOptions } from './options.ts'
import { otherPeople } from './other-people.ts'
import { plannedSite, type SitePlan } from './plan/site.ts'
import { readdress, type Readdressed } from './readdressed.ts'
import { areSame } from './renumbered.ts'
import { ShowdocRefusal } from './refusal.ts'
import { endLinks } from './moved-links.ts'
import { renewSettings } from './renew-settings.ts'
import { renumberApart } from './renumbered-apart.ts'
import { rewriteLinks, type RewrittenLink } from './rewritten-links.ts'
import { giveRoom } from './room.ts'
import type { Step } from './step.ts'
import { showPicturesOf } from './show-pictures.ts'
import { withoutTakenLinks } from './taken-links.ts'
import { takenNames } from './taken-names.ts'
import { writeBelongings } from './write-belongings.ts'

/** What was imported, and its state here. */
export interface Carried extends CarriedItems {
  readonly plan: SitePlan
  readonly files: readonly CarriedFile[]
  /** Accounts with the default password of ShowDoc. */
  readonly defaultPasswords: readonly string[]
  readonly arrangement: Arrangement
  readonly kept: CarriedKept
  /** Rewritten links, by the ids of their pages. */
  readonly rewritten: ReadonlyMap<number, readonly RewrittenLink[]>
  readonly readdressed: Readdressed
  /** Whether everything had been imported before. */
  readonly wasDone: boolean
}

export interface Carrying {
  readonly showdoc: OpenedShowdoc
  readonly application: ComposedApplication
  /** Whether it may be imported into a site that has content. */
  readonly isInto?: boolean
  /** Whether servers use the database meanwhile, see `besideServers`. */
  readonly isBesideServers?: boolean
  /** Whether it may be a copy that is older than the last one that came, which takes back what changed since. */
  readonly mayBeOlder?: boolean
  readonly links?: LinkWish
  /** Whether pages may show pictures of the object storages in which files stay. */
  readonly showsPictures?: boolean
  say(line: string): void
  /** Called with the progress. */
  progress?(progress: ShowdocProgress): void
}

/**
 * Creates the site of this ShowDoc, or imports what has changed in it since. All accounts are imported in one
 * transaction, each item with its content in another, then files, a few at a time, and in the last one what belongs to
 * people: it can be interrupted at any moment, and continues when started again.
 * @throws ShowdocRefusal when it cannot be imported here
 */
export async function carry({
  showdoc,
  application,
  isInto = false,
  isBesideServers = false,
  mayBeOlder = false,
  links = AS_BEFORE,
  showsPictures = false,
  say,
  progress = () => undefined,
}: Carrying): Promise<Carried> {
  const assertAlone = async (): Promise<void> => {
    if (await application.carrying.isShared()) throw new ShowdocRefusal('octavoRuns')
  }
  await othersGone(application)
  await assertAlone()
  const { database, look } = showdoc
  if (database.count('user') === 0) throw new ShowdocRefusal('noAccount', { file: look.file })
  const found = await arranged(showdoc, { application, isInto, isBesideServers, mayBeOlder, links })
  leaveWithoutNumber(database, found.formerOfNumbers)
  if (!areSame(found.idsHere)) {
    const ofOwnSite = found.source.isOwnSite ? await application.carrying.carry((rows) => rows.idsOf('user')) : null
    await renumberApart(database, found.idsHere, ofOwnSite)
  }
  const rewritten = await rewrittenIn(showdoc, found)
  const readdressed = await readdress(showdoc, application, found)
  const { isOwnSite, begunAt } = found.source
  const around = {
    ...{ now: new Date(begunAt), binnedAt: application.product.services.clock.now() },
    ...{ taken: await takenNames(application, showdoc, found), canBeAdmins: isOwnSite },
    others: await otherPeople(database, application, found),
    gone: goneHere(found.records),
  }
  const planned = await plannedSite(database, around)
  if (planned === null) throw new ShowdocRefusal('noReadableAccount', { file: look.file })
  const plan = { ...planned, links: await withoutTakenLinks(planned, application, found) }
  let isWritten = readdressed.isAnyNew
  const before: Step = {
    ...{ showdoc, application, arrangement: found, plan },
    note: () => (isWritten = true),
    ...{ say, progress, assertAlone },
  }
  const arrangement = { ...found, source: await keepHistories(before) }
  const step: Step = { ...before, arrangement }
  const defaultPasswords = await carryAccounts(step)
  await endAccounts(step)
  const notes = { links: await endLinks(step), keys: await endItemKeys(step) }
  const { texts, keptPages } = await carryItems(step, notes)
  const listed = listedFilesIn(database)
  const shownHosts = await showPicturesOf(look.storages, showsPictures, step)
  const files = await carryFiles({ step, listed, texts, shownHosts, signsOfPaths: readdressed.signsOfPaths })
  await tellClosedFiles(step, files, texts)
  await carryElsewhere({ step, listed, texts })
  const kept = await carryKept(step, texts)
  progress({ step: 'belongings', done: 0, of: 0, name: '' })
  await finish(step, texts)
  await tellOfGone(step)
  tellOfNumbers(arrangement.formerOfNumbers, plan.findings)
  const changed = isBesideServers ? await changedMeanwhile(step, { texts, keptPages }) : NO_PAGES
  const allKept = new Set([...keptPages, ...changed])
  return {
    ...{ plan, texts, files, defaultPasswords, arrangement, kept, wasDone: !isWritten, keptPages: allKept },
    ...tellAddresses({ rewritten, readdressed }, plan, allKept),
  }
}

type OtherAddresses = Pick<Carried, 'rewritten' | 'readdressed'>

/**
 * Reports the texts and files that have other addresses here.
 * @returns these, without those that were left behind, or are as people have changed them here
 */
function tellAddresses(
  { rewritten, readdressed }: OtherAddresses,
  { findings, versions }: SitePlan,
  keptPages: ReadonlySet<number>,
): OtherAddresses {
  // The address of a file that stays in an object storage leads there from here.
  const left = findings.left.filter(({ reason }) => reason !== 'otherStorage' && reason !== 'otherStorageShown')
  const others = new Set([...left, ...findings.kept].map(({ table, id }) => `${table} ${id}`))
  for (const pageId of keptPages) for (const id of versions.get(pageId)?.ids ?? []) others.add(`page_history ${id}`)
  const isHere = (table: string, id: number): boolean => !others.has(`${table} ${id}`)
  const here: OtherAddresses = {
    rewritten: new Map([...rewritten].filter(([pageId]) => isHere('page', pageId))),
    readdressed: {
      ...readdressed,
      fileIds: readdressed.fileIds.filter((id) => isHere('upload_file', id)),
      texts: new Map(
        Array.from(readdressed.texts, ([table, counts]) => [
          table,
          new Map([...counts].filter(([id]) => isHere(table, id))),
        ]),
      ),
    },
  }
  for (const [pageId, { length }] of here.rewritten)
    findings.change('page', pageId, 'linksRewritten', { count: length })
  for (const id of here.readdressed.fileIds) findings.change('upload_file', id, 'signTaken')
  for (const [table, counts] of here.readdressed.texts)
    for (const [id, count] of counts) findings.change(table, id, 'filesReaddressed', { count })
  return here
}

const NO_PAGES: ReadonlySet<number> = new Set()

/** Pages that people changed or deleted after their import, while others were still being imported. */
async function changedMeanwhile(
  { application, arrangement, plan }: Step,
  { texts, keptPages }: CarriedItems,
): Promise<ReadonlySet<number>> {
  const came = new Set([...texts.values()].flatMap(({ pageSums }) => [...pageSums.keys()]))
  const records = await application.carrying.carry((rows) =>
    rows.records(arrangement.source.number).of('page', { isCompared: true }),
  )
  const changed = records.filter(({ id, here }) => here !== 'asItCame' && came.has(id) && !keptPages.has(id))
  for (const { id, here } of changed) plan.findings.keep('page', id, here === 'gone' ? 'deletedAtOnce' : 'editedAtOnce')
  return new Set(changed.map(({ id }) => id))
}

const AS_BEFORE: LinkWish = { choice: null, hosts: [], address: null }

/** Links rewritten to addresses here, by page; none when links are kept. */
async function rewrittenIn(
  { database }: OpenedShowdoc,
  { source: { links, hosts }, idsHere }: Arrangement,
): Promise<Carried['rewritten']> {
  return links === 'keep' ? new Map() : rewriteLinks(database, { idsHere, hosts: new Set(hosts) })
}

/** Imports what belongs to people, and the settings of the site, which come only into one that was empty before. */
async function finish(step: Step, texts: Carried['texts']): Promise<void> {
  const { showdoc, application, arrangement, plan } = step
  const areSettingsOurs = arrangement.source.isOwnSite && showdoc.only === null
  const source = areSettingsOurs ? await renewSettings(step) : arrangement.source
  await application.carrying.carry(async (rows) => {
    const haveTeams = await carryTeams({ rows, step })
    const hasChanges = await carryChangeLog({ rows, step })
    const hasTraffic = await carryTraffic({ rows, step })
    const haveStars = await carryStars({ rows, step, texts })
    const haveBelongings = await writeBelongings({ rows, step, texts })
    const haveNotices = await carryNotices({ rows, step, texts })
    const isRoomGiven = await giveRoom({ rows, step, texts })
    const isAnythingNew = [
      ...[haveTeams, hasChanges, hasTraffic, haveStars, haveBelongings, haveNotices, isRoomGiven],
    ].some(Boolean)
    if (source.isDone && !isAnythingNew) return
    step.note()
    await noteSource(rows.store, { ...source, isDone: true })
  })
  plan.findings.add(source)
  if (!source.hasSettings) leaveOptions(showdoc.database, source, plan.findings)
}

/** A database server notices the end of a killed process when its statement is done, up to so much later. */
const NOTICED_MS = 30_000
const ASKED_AGAIN_MS = 250

/** Waits a moment for a run that was killed just now, and not for an Octavo that runs. */
async function othersGone({ carrying }: ComposedApplication): Promise<void> {
  for (let waited = 0; waited < NOTICED_MS && (await carrying.isShared()); waited += ASKED_AGAIN_MS)
    await setTimeout(ASKED_AGAIN_MS)
}
