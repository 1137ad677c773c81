import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RestClient } from '../e2e/support/product.ts'
import { wordsOf, type Language } from '../e2e/support/words.ts'
import { Chance } from '../simulation/chance.ts'
import { DEEDS, type Deed, type Desk } from './deeds.ts'
import { Hand, linesOfArticle } from './hand.ts'
import { difference, Sheet, shownLines } from './sheet.ts'

export interface Ground {
  readonly browser: Browser
  readonly url: string
  readonly writer: RestClient
  readonly colleague: RestClient
  readonly itemId: number
  /** Of the screens, and of most of what is typed. */
  readonly language: Language
}
export interface Outcome {
  readonly seed: number
  readonly deeds: readonly string[]
  readonly lines: number
  /** What is not as it was typed; null when everything is. */
  readonly fault: string | null
}

const PATIENCE_MS = 60_000
const START = 'start q0z'

/** One page, written by this many random deeds, looked at after each of them and as readers see it after each save. */
export async function writePage(ground: Ground, seed: number, deeds: number): Promise<Outcome> {
  const { writer, itemId } = ground
  const { page_id: pageId } = await writer.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: `Page ${seed}`, page_content: `${START}\n` },
  })
  const context = await newContext(ground, writer)
  context.setDefaultTimeout(PATIENCE_MS)
  const session = new Session(ground, context, await context.newPage(), pageId, seed)
  try {
    await session.open()
    await session.write(deeds)
    return session.outcome(null)
  } catch (error) {
    return session.outcome(error instanceof Error ? error.message : String(error))
  } finally {
    await context.close()
  }
}

async function newContext({ browser, url, language }: Ground, { token }: RestClient): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1600, height: 3_000 } })
  await context.addCookies([
    { name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'language', value: language, url },
  ])
  return context
}

class Session {
  readonly #ground: Ground
  readonly #page: Page
  readonly #reader: Promise<Page>
  readonly #pageId: number
  readonly #seed: number
  readonly #desk: Desk
  readonly #done: string[] = []

  constructor(ground: Ground, context: BrowserContext, page: Page, pageId: number, seed: number) {
    this.#ground = ground
    this.#page = page
    this.#pageId = pageId
    this.#seed = seed
    this.#reader = context.newPage()
    this.#desk = { hand: new Hand(page, ground.language), sheet: new Sheet(), chance: new Chance(seed) }
    this.#desk.sheet.put(0, 0, [{ text: START, place: 'paragraph' }])
    page.on('dialog', (dialog) => void dialog.accept())
    page.on('pageerror', (error) => this.#done.push(`ERROR IN THE WINDOW: ${error.message}`))
  }

  async open(): Promise<void> {
    await this.#page.goto(this.#address)
    await this.#page.getByRole('textbox', { name: this.#say('text.label') }).waitFor()
    await this.#desk.hand.chooseFace('rich')
  }

  async write(deeds: number): Promise<void> {
    const turns = [...DEEDS, ...this.#own].flatMap(([deed, often]) => Array.from({ length: often }, () => deed))
    for (let count = 0; count < deeds;) {
      const done = await this.#desk.chance.of(turns)(this.#desk)
      if (done === null) continue
      count += 1
      this.#done.push(done)
      await this.#look()
    }
    this.#done.push(await this.#save())
  }

  outcome(fault: string | null): Outcome {
    const { lines } = this.#desk.sheet
    return { seed: this.#seed, deeds: this.#done, lines: lines.length, fault }
  }

  get #address(): string {
    return `/page/edit/${this.#ground.itemId}/${this.#pageId}`
  }
  get #own(): readonly (readonly [Deed, number])[] {
    return [
      [() => this.#save(), 3],
      [() => this.#reload(), 2],
      [() => this.#writeTogether(), 1],
    ]
  }

  /** Whether rich text shows what was typed. */
  async #look(): Promise<void> {
    await eventually(async () => {
      const shown = await this.#desk.hand.shown()
      return shown && difference(shownLines(shown), this.#desk.sheet.shown)
    }, 'the editor shows other lines')
  }

  async #save(): Promise<string> {
    await this.#desk.hand.press('Control+s')
    await this.#untilSaved(this.#page)
    await eventually(() => this.#readersMiss(), 'readers see other lines')
    return 'save'
  }

  async #readersMiss(): Promise<string | null> {
    const reader = await this.#reader
    await reader.goto(`/${this.#ground.itemId}/${this.#pageId}`, { waitUntil: 'domcontentloaded' })
    return difference(shownLines(await reader.evaluate(linesOfArticle)), this.#desk.sheet.shown)
  }

  async #reload(): Promise<string> {
    const { hand, chance } = this.#desk
    const waits = chance.of([0, 0, 300, 1_500])
    await this.#page.waitForTimeout(waits)
    await this.#page.reload()
    await this.#page.getByRole('textbox', { name: this.#say('text.label') }).waitFor()
    // Ctrl+S within a composition saves as well.
    const isUnsaved = (await this.#readersMiss()) !== null
    const restore = this.#page.getByRole('button', { name: this.#say('draft.restore') })
    const isOffered = await restore.click({ timeout: isUnsaved ? PATIENCE_MS : 5_000 }).then(
      () => true,
      () => false,
    )
    if (isUnsaved && !isOffered) throw new Error('no draft is offered')
    // An older one that this one was made of may still lie on the server.
    const older = this.#page
      .getByRole('dialog')
      .getByRole('button', { name: wordsOf(this.#ground.language, 'common', 'action.close') })
    while (
      await older.click({ timeout: 1_500 }).then(
        () => true,
        () => false,
      )
    );
    await hand.chooseFace('rich')
    this.#desk.sheet.trim()
    await this.#look()
    return `reload after ${waits} ms`
  }

  /** A colleague saves another line in the meantime. */
  async #writeTogether(): Promise<string | null> {
    const { hand, sheet, chance } = this.#desk
    const lines = sheet.tagged.filter(({ place, text }) => place === 'paragraph' && text.length < 70)
    const [first, last] = [lines.at(0), lines.at(-1)]
    if (!first || !last || last.at - first.at < 3) return null
    const [mine, theirs] = chance.happens(0.5) ? [first, last] : [last, first]
    await this.#save()
    await this.#page.getByRole('button', { name: this.#say('save.more') }).click()
    const unlock = this.#page.getByRole('menuitem', { name: wordsOf(this.#ground.language, 'lock', 'tool.unlock') })
    // It stays unlocked once this was chosen.
    if (await unlock.isVisible()) await unlock.click()
    else await hand.press('Escape')
    await this.#untilUnlocked()
    await hand.clickBehind(mine.tag)
    await hand.type(' mine')
    await this.#colleagueTypes(theirs.tag)
    await hand.press('Control+s')
    await this.#page.getByRole('button', { name: this.#say('merge.save') }).click({ timeout: PATIENCE_MS })
    sheet.write(mine.at, mine.behind, mine.behind, ' mine')
    sheet.write(theirs.at, theirs.behind, theirs.behind, ' theirs')
    await this.#untilSaved(this.#page)
    await this.#save()
    return `a colleague writes behind ${theirs.tag}, the writer behind ${mine.tag}`
  }

  async #colleagueTypes(tag: string): Promise<void> {
    const { colleague, language } = this.#ground
    const context = await newContext(this.#ground, colleague)
    const page = await context.newPage()
    await page.goto(this.#address)
    const hand = new Hand(page, language)
    await page.getByRole('textbox', { name: this.#say('text.label') }).waitFor()
    await hand.chooseFace(this.#desk.chance.of(['rich', 'source'] as const))
    await hand.clickBehind(tag)
    await hand.type(' theirs')
    await hand.press('Control+s')
    await this.#untilSaved(page, ['state.saved'])
    await page.goto('about:blank')
    await this.#untilUnlocked()
    await context.close()
  }

  #say(key: string): string {
    return wordsOf(this.#ground.language, 'editor', key)
  }

  async #untilSaved(page: Page, keys: readonly string[] = ['state.saved', 'state.clean']): Promise<void> {
    // What a text says up to its first variable.
    const saying = keys.map((key) => this.#say(key).replace(/\{\{.*$/, ''))
    await page
      .locator('.edit-state output', { hasText: new RegExp(`^(?:${saying.join('|')})`) })
      .first()
      .waitFor({ timeout: PATIENCE_MS })
  }

  async #untilUnlocked(): Promise<void> {
    await eventually(async () => {
      const { lock_username: holder } = await this.#ground.writer.call<{ lock_username: string }>('page/isLock', {
        page_id: this.#pageId,
      })
      return holder === '' ? null : `${holder} holds the page`
    }, 'the page stays locked')
  }
}

/** Asks until nothing is wrong. @throws Error with what is, after a while */
async function eventually(look: () => Promise<string | null>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS / 4
  for (;;) {
    const wrong = await look()
    if (wrong === null) return
    if (Date.now() > deadline) throw new Error(`${what}: ${wrong}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
