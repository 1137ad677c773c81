import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { editorOn } from './editor.ts'
import { newPerson, prefer, shareSession, test, type Person } from './product.ts'
import type { RunningServer } from './running-server.ts'
import { checksum, languagesOf } from './languages.ts'
import { lookInBothLanguages } from './other-language.ts'
import { wordsOf, type Language, type Say } from './words.ts'

/** Somebody with an account and a browser, which both use one session. */
export interface Actor extends Person {
  /** Logged in. */
  readonly page: Page
}

/** Where a journey is walked, and in which language. */
export interface Stage {
  readonly url: string
  readonly language: Language
  /** A text of the web in the language of the journey. */
  readonly say: Say
  /** Makes an account for somebody who opens no browser. */
  readonly person: (name: string) => Promise<Person>
  /** Makes an account and opens a browser in which it is logged in. */
  readonly actor: (name: string) => Promise<Actor>
  /** A browser in which nobody is logged in. */
  readonly visitor: () => Promise<Page>
}

/** A test that several people walk together, in one of the languages. `title` begins with the id of the journey. */
export function journey(title: string, walk: (stage: Stage) => Promise<void>): void {
  walkIn(title, walk)
}

/** The same, which looks at the layout or the accessibility of something no other test opens: it does so in both. */
export function journeySeenInBothLanguages(title: string, walk: (stage: Stage) => Promise<void>): void {
  walkIn(title, walk, { isSeenInBoth: true })
}

function walkIn(title: string, walk: (stage: Stage) => Promise<void>, seen?: Seen): void {
  // One journey may be walked in several tests, each with people of its own.
  const id = `${title.slice(1, 4).toLowerCase()}-${checksum(title).toString(36)}`
  for (const language of languagesOf(title))
    test(`${title} (${language})`, async ({ browser, server }) =>
      withStage(browser, server, language, `${id}-${language}`, walk, seen))
}

interface Seen {
  /** See {@link lookInBothLanguages}. */
  readonly isSeenInBoth?: boolean
}

/** The same on a server of the test's own. */
export async function withStage(
  browser: Browser,
  { url }: Pick<RunningServer, 'url'>,
  language: Language,
  suffix: string,
  walk: (stage: Stage) => Promise<void>,
  { isSeenInBoth = false }: Seen = {},
): Promise<void> {
  const opened: BrowserContext[] = []
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url })
    opened.push(context)
    if (isSeenInBoth) lookInBothLanguages(context)
    const page = await context.newPage()
    await prefer(page, language, 'light')
    return page
  }
  const person = (name: string): Promise<Person> => newPerson(url, `${name}-${suffix}`)
  try {
    await walk({
      url,
      language,
      visitor,
      person,
      say: (namespace, key, variables) => wordsOf(language, namespace, key, variables),
      async actor(name) {
        const [somebody, page] = await Promise.all([person(name), visitor()])
        await shareSession(page, somebody.client)
        return { ...somebody, page }
      },
    })
  } finally {
    for (const context of opened) await context.close()
  }
}

/** The dialog that is open. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog')

export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

export const press = (place: Page | Locator, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click()

/** Chooses people in an open dialog by typing their usernames. */
export async function choosePeople(dialog: Locator, field: string, usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    await dialog.getByRole('combobox', { name: field }).fill(username)
    await dialog.getByRole('option', { name: username }).click()
  }
}

/** The way to write the page on show. */
export const editLink = ({ page }: Pick<Actor, 'page'>, { say }: Stage): Locator =>
  page.getByRole('link', { name: say('reader', 'action.edit') })

/** Adds a text to the page on show, through the editor, and waits until it is saved. */
export async function writeOnShownPage(actor: Actor, stage: Stage, text: string): Promise<void> {
  await editLink(actor, stage).click()
  const editor = editorOn(actor.page, stage)
  await editor.typeAtEnd(text)
  await editor.save()
}

/** An item with a catalog "Guides" that holds "Begin", and "Terms" outside of it; private when a password is given. */
export async function newItem({ client }: Actor, name: string, password = ''): Promise<StagedItem> {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: name, password })
  const { cat_id: guides } = await client.call<{ cat_id: number }>('catalog/save', {
    item_id: itemId,
    cat_name: 'Guides',
  })
  const write = async (title: string, catId: number): Promise<number> => {
    const page = { page_id: 0, item_id: itemId, cat_id: catId, page_title: title, page_content: `About ${title}.` }
    return (await client.call<{ page_id: number }>('page/save', page)).page_id
  }
  return { itemId, guides, begin: await write('Begin', guides), terms: await write('Terms', 0) }
}

export interface StagedItem {
  readonly itemId: number
  readonly guides: number
  readonly begin: number
  readonly terms: number
}
