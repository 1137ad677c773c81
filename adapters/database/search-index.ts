import { DomainError } from '#core/errors.ts'
import type { ItemType } from '#core/item/item.ts'
import type { PageTexts } from '#core/ports/page-texts.ts'
import { boolean, integer, text, textOf, type RowOf } from './column-types.ts'
import { addWordsOfDocuments } from './document-search.ts'
import { soundTokensOf, TOKENS, tokensOf } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

interface IndexedText {
  readonly itemId: number
  readonly title: string
  readonly content: string
}

/** The indexed data of a page: its tokens in one text, and whether the page must be read in any case. */
export function indexed(page: IndexedText): { readonly tokens: string; readonly must_be_read: boolean } {
  const { tokens, areAll } = tokensOf(page.itemId, page.title, page.content)
  return { tokens: tokens.join(' '), must_be_read: !areAll }
}

/** The index data of a page before its tokens are written: the page is read in every search. */
export const UNINDEXED = { tokens: null, must_be_read: true }

const WAITING = {
  id: integer,
  itemId: integer,
  itemType: textOf<ItemType>(),
  revision: integer,
  title: text,
  content: text,
  isFresh: boolean,
}
// All at once: querying again would sort them again for every few.
const waitingIds = statement(
  'searchIndex.waitingIds',
  `select page_id as id from page_search
   where must_be_read and tokens is null
     and page_id not in (select value::integer from json_array_elements_text($2::json))
   order by saved_at limit $1`,
  { id: integer },
)
const waiting = statement(
  'searchIndex.waiting',
  `select p.id, p.item_id as "itemId", i.type as "itemType", p.revision, p.title, p.content,
     s.saved_at > now() - interval '1 day' as "isFresh"
   from page_search s join page p on p.id = s.page_id join item i on i.id = p.item_id
   where s.page_id in (select value::integer from json_array_elements_text($1::json)) and s.must_be_read and s.tokens is null`,
  WAITING,
)
// Pages saved or moved meanwhile keep waiting; pages being saved are skipped.
const write = statement(
  'searchIndex.write',
  `with wanted as (
     select * from json_to_recordset($1::json) n (id integer, revision integer, item_id integer, text text, tokens text, must_be_read boolean)
   ), free as (
     select s.page_id, s.revision, s.item_id from page_search s
     where s.page_id in (select id from wanted) and s.tokens is null for update skip locked
   )
   update page_search s set text = wanted.text, tokens = ${TOKENS('wanted.tokens')}, must_be_read = wanted.must_be_read
   from free join wanted
     on wanted.id = free.page_id and wanted.revision = free.revision and wanted.item_id = free.item_id
   where s.page_id = free.page_id`,
)

const withoutSounds = statement(
  'searchIndex.withoutSounds',
  `select p.id, p.revision, p.title
   from (select page_id from page_sound_due order by page_id limit $1) d join page p on p.id = d.page_id`,
  { id: integer, revision: integer, title: text },
)
// Pages saved meanwhile get their sounds with their other tokens; locked ones stay on the list.
const writeSounds = statement(
  'searchIndex.writeSounds',
  `with heard as (
     select * from json_to_recordset($1::json) n (id integer, revision integer, tokens text)
   ), free as (
     select s.page_id from page_search s where s.page_id in (select id from heard) for update skip locked
   ), written as (
     update page_search s set tokens = s.tokens || ${TOKENS('heard.tokens')}
     from heard join free on free.page_id = heard.id
     where s.page_id = heard.id and s.revision = heard.revision and s.tokens is not null
   )
   delete from page_sound_due d using heard
   where d.page_id = heard.id
     and (d.page_id in (select page_id from free) or not exists (select from page_search where page_id = d.page_id))`,
)

/** Few enough that people saving meanwhile do not notice. */
const BATCH = 8
/** Titles are short. */
const SOUNDS_BATCH = 50
/** Their ids are held in memory; the rest get a later turn. */
const MOST_IN_TURN = 20_000
/** People who write save again and again: the index is updated in a pause. */
const PAUSE_MS = 1_000
/** For how long a page is left to servers that have its kind before it is looked at again. */
const LEFT_MS = 10 * 60_000
/** Without a pause it is updated after this time, before reading the waiting pages makes searches slow. */
const MOST_WAITING = 300

/**
 * Writes the tokens of saved pages in the background: computing and indexing them costs several times as much as the
 * save. Search results are always right, because pages without tokens are searched by reading them. Only pages whose
 * readable text differs from their content are found by their content until the index is updated, and by their text
 * from then on.
 */
export class SearchIndex {
  readonly #session: Session
  readonly #texts: PageTexts
  readonly #warn: (message: string) => void
  #timer: NodeJS.Timeout | null = null
  #saves = 0
  #turn: Promise<void> | null = null
  #isTurnDue = false
  #haveAllSounds = false
  #haveAllWords = false
  #isStopped = false
  /** Pages whose kind is missing here, with the time since the start of the process at which they were left. */
  readonly #left = new Map<number, number>()

  constructor(session: Session, texts: PageTexts, warn: (message: string) => void) {
    this.#session = session
    this.#texts = texts
    this.#warn = warn
  }

  /** Pages were saved, here or before the start. */
  wake(): void {
    if (this.#isStopped) return
    this.#saves += 1
    if (this.#saves >= MOST_WAITING) this.#begin(MOST_WAITING)
    if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#begin(1), PAUSE_MS).unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#turn
  }

  #warnOf(error: unknown): void {
    // An unavailable database is reported once, for everything that needs it.
    if (error instanceof DomainError && error.kind === 'databaseAway') return
    this.#warn(`the search index waits: ${error instanceof Error ? error.message : ''}`)
  }

  #begin(fewest: number): void {
    this.#saves = 0
    // Saves during a turn may come too late for it.
    this.#isTurnDue = this.#turn !== null
    this.#turn ??= this.#catchUp(fewest)
      .then(() => this.#addSounds())
      .then(() => this.#addWords())
      .catch((error: unknown) => this.#warnOf(error))
      .finally(() => {
        this.#turn = null
        if (this.#isTurnDue && !this.#isStopped) this.#begin(1)
      })
  }

  /** Writes the tokens of the pages waiting now, if there are at least this many. */
  async #catchUp(fewest: number): Promise<void> {
    const now = performance.now()
    for (const [id, at] of this.#left) if (now - at >= LEFT_MS) this.#left.delete(id)
    const left = JSON.stringify([...this.#left.keys()])
    const ids = (await this.#session.all(waitingIds, [MOST_IN_TURN, left])).map(({ id }) => id)
    if (ids.length < fewest) return
    let written = 0
    for (let done = 0; done < ids.length && !this.#isStopped; done += BATCH) {
      const pages = await this.#session.all(waiting, [JSON.stringify(ids.slice(done, done + BATCH))])
      const tokens = (await Promise.all(pages.map((page) => this.#read(page)))).filter((read) => read !== null)
      if (tokens.length > 0) written += await this.#session.run(write, [JSON.stringify(tokens)])
    }
    if (ids.length === MOST_IN_TURN && written > 0) this.#isTurnDue = true
  }

  /** Tokens of pages from before titles could be found by sound. */
  async #addSounds(): Promise<void> {
    while (!this.#haveAllSounds && !this.#isStopped) {
      const pages = await this.#session.all(withoutSounds, [SOUNDS_BATCH])
      const heard = pages.map(({ title, ...page }) => ({ ...page, tokens: soundTokensOf(title).join(' ') }))
      const done = pages.length > 0 ? await this.#session.run(writeSounds, [JSON.stringify(heard)]) : 0
      this.#haveAllSounds = pages.length === 0
      // The rest is locked by others: the next turn finds it again.
      if (done === 0) return
    }
  }

  /** Of documents from before they could be found by words. */
  async #addWords(): Promise<void> {
    if (this.#haveAllWords) return
    await addWordsOfDocuments(this.#session, () => this.#isStopped)
    this.#haveAllWords = !this.#isStopped
  }

  /**
   * Null for a page whose kind is missing here: another server may have it, and reads the text as people see it. After a
   * day there is none.
   */
  async #read({ id, revision, itemType, isFresh, ...page }: RowOf<typeof WAITING>): Promise<object | null> {
    if (isFresh && (await this.#texts.isOfMissingKind?.(itemType, page.content)) === true) {
      this.#left.set(id, performance.now())
      return null
    }
    const text = await this.#texts.textOf(itemType, page.content)
    return { id, revision, item_id: page.itemId, text, ...indexed({ ...page, content: text ?? page.content }) }
  }
}
