import { limits } from '#core/limits.ts'
import type { Draft } from '#web/editor/draft-store.ts'
import type { PageDraft } from '#web/editor/drafts.ts'
import { Manuscript, type NewerPage, type EditingServer } from '#web/editor/manuscript.ts'
import { mergedText, mergePages, type Choice } from '#web/editor/merge/page-merge.ts'
import { isWithoutEffect } from '#web/editor/saver.ts'
import { draftsListed, keepingOf, type SentDraft } from '#web/editor/server-drafts.ts'
import type { Chance } from './chance.ts'
import type { Device } from './device.ts'
import { wordsIn, type Ledger } from './ledger.ts'
import { NoAnswer, type Client } from './network.ts'
import type { Stage } from './stage.ts'

export interface Writer {
  readonly name: string
  readonly userId: number
  /** By page: the revisions this person has had on the screen. */
  readonly seen: Set<string>
}

/** An open editor: the real manuscript, with a screen that is a text. */
export class Tab implements Client {
  readonly name: string
  readonly chance: Chance
  readonly device: Device
  readonly #writer: Writer
  readonly #stage: Stage
  readonly #seen = new Set<string>()
  readonly #sleepers: (() => void)[] = []
  #page: PageDraft
  #isThere = true
  #isAsleep = false
  /** Which old draft is on the screen: it may rightly have to be joined with later saves of the same tab. */
  #oldDraft: number | null = null
  #restored = 0
  #awakeSince: number
  #awakeBefore = 0
  hasCrashed = false
  /** What the merge view shows; null while it is closed. */
  newer: NewerPage | null = null
  readonly manuscript: Manuscript

  constructor(stage: Stage, writer: Writer, device: Device, name: string, start: StartPage, chance: Chance) {
    this.name = name
    this.chance = chance
    this.device = device
    this.#stage = stage
    this.#writer = writer
    this.#page = start.page
    this.#awakeSince = stage.agenda.now
    this.manuscript = new Manuscript({
      id: this.#editorId,
      username: writer.name,
      itemId: stage.itemId,
      start,
      server: this.#server(),
      journal: stage.sabotage.journal?.(device.journalFor(this)) ?? device.journalFor(this),
      gone: device.gone,
      time: {
        now: () => stage.agenda.now,
        after: (milliseconds, work) => stage.agenda.after(milliseconds, () => this.hear(work)),
      },
      current: () => this.#page,
      finished: () => this.#page,
      onChange: () => undefined,
    })
    if (start.revision !== null) this.#sees(start.pageId, start.revision)
    void this.manuscript.drafts.look()
    this.#holdLock()
  }

  get userId(): number {
    return this.#writer.userId
  }
  get isThere(): boolean {
    return this.#isThere
  }
  get text(): string {
    return this.#page.content
  }
  get isReady(): boolean {
    return this.#isThere && !this.#isAsleep && !this.newer
  }
  get isAsleep(): boolean {
    return this.#isAsleep
  }
  hear(work: () => void): void {
    if (!this.#isThere) return
    if (this.#isAsleep) this.#sleepers.push(work)
    else work()
  }

  type(word: string, at: number): void {
    const blocks = this.#page.content.split('\n')
    const place = at % (blocks.length + 1)
    if (place === blocks.length) blocks.push('', word)
    else blocks[place] = `${blocks[place]} ${word}`.trim()
    this.#ledger.typed.set(word, {
      person: this.#writer.name,
      device: this.device.name,
      tab: this.name,
      awakeAt: this.#awakeFor(),
    })
    this.#change(blocks.join('\n'))
  }
  takeOut(word: string): void {
    this.#ledger.takenOut([word], this.#writer.name)
    this.#change(this.#page.content.replace(new RegExp(`\\b${word}\\b ?`), ''))
  }

  async save(): Promise<void> {
    const { content } = this.#page
    const base = this.manuscript.base.revision ?? 0
    this.#stage.sabotage.beforeSave?.(this.#editorId, this.device.journalFor(this))
    const saved = this.#oldDraft
    const outcome = await this.manuscript.save()
    this.#stage.tell(`${this.name} save: ${outcome.kind}`)
    if (outcome.kind === 'saved') {
      this.#ledger.acknowledged.set(`${outcome.saved.pageId}/${outcome.saved.revision}`, content)
      this.#ledger.reachedServer(content)
      // One that was taken up while the answer was on its way is not what was saved.
      if (this.#oldDraft === saved) this.#oldDraft = null
    }
    if (outcome.kind !== 'newer') return
    this.newer = outcome.newer
    if (this.#oldDraft === null)
      this.#ledger.mergeShown(this.name, this.manuscript.pageId, base, outcome.newer.revision)
  }
  /** Joins the own text with the newer one, as the person decides, and saves it. */
  merge(choose: () => Choice): Promise<void> {
    const { newer } = this
    if (!newer) return Promise.resolve()
    const mine = this.#page
    const merge = mergePages(this.manuscript.base.page.content, mine.content, newer.page.content)
    const choices = Array.from({ length: merge.conflicts }, choose)
    const content = mergedText(merge, choices) ?? ''
    const refused = merge.stretches
      .filter((stretch) => stretch.kind === 'conflict')
      .flatMap((stretch, number) => (choices[number] === 'theirs' ? wordsIn(stretch.mine.join('')) : []))
    const stayed = new Set(wordsIn(content))
    this.#ledger.takenOut(
      refused.filter((word) => !stayed.has(word)),
      this.#writer.name,
    )
    this.newer = null
    this.#sees(this.manuscript.pageId, newer.revision)
    this.manuscript.continueFrom(newer)
    this.#page = { ...mine, content }
    return this.save()
  }

  restore(): void {
    const draft = this.manuscript.restore()
    if (!draft) return
    const { pageId } = this.manuscript
    if (draft.base && !this.#writer.seen.has(`${pageId}/${draft.base.revision}`))
      this.#ledger.problems.push(`a draft says ${this.name} has seen revision ${draft.base.revision}`)
    if (draft.base) this.#sees(pageId, draft.base.revision)
    this.#oldDraft = this.#restored += 1
    this.#change(draft.content)
  }
  postpone(): void {
    this.manuscript.drafts.postponeOffered()
  }
  discard(draft: Draft): void {
    this.#ledger.takenOut(wordsIn(draft.content), this.#writer.name)
    void this.manuscript.drafts.discardOffered()
  }

  sleep(milliseconds: number): void {
    this.#isAsleep = true
    this.#awakeBefore = this.#awakeFor()
    this.#stage.agenda.after(milliseconds, () => {
      this.#isAsleep = false
      this.#awakeSince = this.#stage.agenda.now
      for (const work of this.#sleepers.splice(0)) this.hear(work)
    })
  }
  /** As the browser does it: the page is told before it goes. */
  close(): void {
    this.manuscript.drafts.close()
    this.#setLock({ lockTo: 1 })
    this.#isThere = false
  }
  /** At once: what was typed within the last second may be gone. */
  crash(): void {
    this.#ledger.crashed(this.name, this.#awakeFor() - 1_000)
    this.hasCrashed = true
    this.#isThere = false
  }

  get #editorId(): string {
    return `editor-${this.name}`
  }
  get #ledger(): Ledger {
    return this.#stage.ledger
  }
  #awakeFor(): number {
    return this.#awakeBefore + (this.#isAsleep ? 0 : this.#stage.agenda.now - this.#awakeSince)
  }
  #change(content: string): void {
    this.#page = { ...this.#page, content }
    this.manuscript.drafts.touched()
  }
  /** As the editor does it: whether it gets the lock or not, what is typed stays on the screen. */
  #holdLock(): void {
    this.#setLock({ baseRevision: this.manuscript.base.revision ?? undefined })
    this.#stage.agenda.after(limits.lockHeartbeatMs, () => this.hear(() => this.#holdLock()))
  }
  #setLock(wish: { readonly lockTo?: number; readonly baseRevision?: number | undefined }): void {
    const { pageId } = this.manuscript
    if (!this.#stage.hasLocks || pageId === 0) return
    const { network, operations } = this.#stage
    network.call(this, operations.setLock, { pageId, tab: this.name, ...wish }).catch(() => undefined)
  }
  #sees(pageId: number, revision: number): void {
    this.#seen.add(`${pageId}/${revision}`)
    this.#writer.seen.add(`${pageId}/${revision}`)
  }

  #server(): EditingServer {
    const { network, itemId, operations } = this.#stage
    const call = (name: keyof typeof operations, input: unknown) => network.call(this, operations[name], input)
    const by = (saveId: string) => ({
      tab: this.name,
      saveId,
      hasSeen: (pageId: number, revision: number) => this.#seen.has(`${pageId}/${revision}`),
    })
    return {
      save: async ({ saveId, pageId, baseRevision, page, isMoved }) => {
        const input = {
          pageId,
          itemId,
          pageTitle: page.title,
          pageContent: page.content,
          saveId,
          ...(isMoved && { catalogId: page.catalogId }),
          ...(baseRevision === null ? {} : { baseRevision }),
        }
        const onCommitted = (facts: Parameters<Ledger['committed']>[1]) => this.#ledger.committed(by(saveId), facts)
        const saved = await network.call(this, operations.save, input, onCommitted)
        const { pageId: savedId, revision } = saved as { pageId: number; revision: number }
        this.#sees(savedId, revision)
        return { pageId: savedId, revision }
      },
      newest: async (pageId) => {
        const stored = (await call('info', { pageId })) as StoredPage
        return { ...startOf(stored), who: stored.authorUsername, when: stored.savedAt, revision: stored.revision }
      },
      isRefused: (error) => error instanceof NoAnswer && isWithoutEffect(error.kind),
      isNewer: (error) => error instanceof NoAnswer && error.kind === 'pageChanged',
      drafts: {
        keep: async (draft) => {
          await call('keepDraft', keepingOf(draft))
          this.#ledger.reachedServer(draft.content)
        },
        at: async (place) => {
          const { pageId } = place
          const heads = (await call('drafts', { pageId, itemId })) as readonly { readonly draftId: string }[]
          return draftsListed(
            place,
            heads,
            async ({ draftId }) => (await call('draft', { pageId, itemId, draftId })) as readonly SentDraft[],
          )
        },
        drop: async (id, until) => void (await call('dropDraft', { draftId: id, keptAt: until })),
      },
    }
  }
}

export interface StartPage {
  readonly pageId: number
  readonly page: PageDraft
  readonly revision: number | null
}
export interface StoredPage {
  readonly pageTitle: string
  readonly pageContent: string
  readonly catalogId: number
  readonly pageId: number
  readonly revision: number
  readonly authorUsername: string
  readonly savedAt: string
}

export const startOf = (stored: StoredPage): StartPage & { readonly revision: number } => ({
  pageId: stored.pageId,
  page: { title: stored.pageTitle, content: stored.pageContent, catalogId: stored.catalogId },
  revision: stored.revision,
})
export const EMPTY: StartPage = { pageId: 0, page: { title: 'New', content: '', catalogId: 0 }, revision: null }
