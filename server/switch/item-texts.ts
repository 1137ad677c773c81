import type { Item } from '#core/item/item.ts'
import type { Language } from '#core/language.ts'
import type { KeptDraft } from '#core/page/kept-draft.ts'
import type { Page } from '#core/page/page.ts'
import type { PageVersion } from '#core/page/version.ts'
import { ContentSums } from './content-sums.ts'
import { inTurns } from './in-turns.ts'
import { linksIn, shortLinksIn, type ShowdocLink } from './links-in.ts'
import { namedFilesIn, type NamedFiles } from './named-files.ts'
import { NO_HISTORY, pagesOf, versionsOf } from './pages.ts'
import { plannedDraft, plannedPage, plannedVersions, type PagePlace } from './plan/pages.ts'
import type { SitePlan } from './plan/site.ts'
import { sumOfText } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** The pages of one item, read one by one, and what was collected while reading. */
export class ItemTexts {
  /** Checksums of the imported contents, by the ids of pages and of versions. */
  readonly pageSums = new ContentSums()
  readonly versionSums = new ContentSums()
  /** The remarks of versions, by their ids; until the item is written. */
  readonly remarks = new Map<number, string>()
  /** Checksums of all data of the pages, by which a later run detects changes in ShowDoc; until the item is written. */
  readonly pageRecords = new Map<number, string>()
  /** By page id. */
  readonly authorIds = new Map<number, number>()
  readonly livePageIds: number[] = []
  readonly recycledPageIds: number[] = []
  /** By their page ids in ShowDoc. */
  readonly drafts = new Map<number, KeptDraft>()
  /** The files the pages refer to, by page id. */
  readonly named = new Map<number, NamedFiles>()
  /** The links of live pages, by page id. */
  readonly links = new Map<number, readonly ShowdocLink[]>()
  /** Those of them that are paths right after the host, which may be none of this ShowDoc. */
  readonly shortLinks = new Map<number, readonly ShowdocLink[]>()
  readonly #database: ShowdocDatabase
  readonly #plan: SitePlan
  readonly #place: PagePlace
  readonly #hosts: ReadonlySet<string>

  constructor(
    database: ShowdocDatabase,
    plan: SitePlan,
    { item, language, hosts }: { readonly item: Item; readonly language: Language; readonly hosts: readonly string[] },
  ) {
    this.#hosts = new Set(hosts)
    this.#database = database
    this.#plan = plan
    const { catalogs, deletions, now, binnedAt } = plan
    const { id: itemId, ownerId } = item
    this.#place = { itemId, ownerId, catalogs: catalogs.get(itemId) ?? [], deletions, language, now, binnedAt }
  }

  /** All except drafts, ordered by id. Must be iterated completely, once, before the versions. */
  *pages(): Generator<Page> {
    const { findings, versions } = this.#plan
    for (const page of pagesOf(this.#database, this.#place.itemId)) {
      const former = versions.get(page.id) ?? NO_HISTORY
      if (page.isDraft) {
        if (page.isDeleted) findings.leave('page', page.id, 'deletedDraft')
        else this.#keepDraft(page)
        for (const id of former.ids) findings.leave('page_history', id, 'pageIsDraft')
        continue
      }
      const planned = plannedPage(page, former, this.#place, findings)
      const sum = sumOfText(planned.content)
      this.pageSums.add(page.id, sum)
      this.pageRecords.set(page.id, recordOf(planned, sum))
      this.authorIds.set(page.id, planned.authorId)
      const named = namedFilesIn(planned.content)
      if (named) this.named.set(page.id, named)
      const links = planned.deletion === null ? linksIn(planned.content) : null
      if (links) this.links.set(page.id, links)
      const short = planned.deletion === null ? shortLinksIn(planned.content, this.#hosts) : []
      if (short.length > 0) this.shortLinks.set(page.id, short)
      if (planned.deletion === null) this.livePageIds.push(page.id)
      else this.recycledPageIds.push(page.id)
      yield planned
    }
  }

  *versions(): Generator<PageVersion> {
    for (const pageId of this.pageSums.keys()) yield* this.versionsOf(pageId)
  }

  *versionsOf(pageId: number): Generator<PageVersion> {
    if (!this.#plan.versions.has(pageId)) return
    const former = [...versionsOf(this.#database, pageId)]
    for (const version of plannedVersions(former, this.#place, this.#plan.findings)) {
      this.versionSums.add(version.id, sumOfText(version.content))
      this.remarks.set(version.id, version.comment)
      yield version
    }
  }

  /** For an item that exists already: collects everything without returning pages. */
  async readAll(): Promise<void> {
    await inTurns(this.pages(), () => undefined)
    await inTurns(this.versions(), () => undefined)
  }

  /** Gives up what only the writing of the item needs. */
  forgetWritten(): void {
    this.remarks.clear()
    this.pageRecords.clear()
  }

  #keepDraft(page: Parameters<typeof plannedDraft>[0]): void {
    const draft = plannedDraft(page, this.#place, this.#plan.userIds, this.#plan.findings)
    if (draft === null) {
      this.#plan.findings.leave('page', page.id, 'draftOfNobody')
      return
    }
    this.#plan.findings.change('page', page.id, 'draft')
    this.drafts.set(page.id, draft)
  }
}

/** Without data that depends on the time of the run. */
const recordOf = ({ catalogId, title, order, authorId, savedAt, deletion }: Page, sum: string): string =>
  sumOfText(JSON.stringify([catalogId, title, order, authorId, savedAt, deletion?.byId ?? null, sum]))
