import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { editorOn } from './editor.ts'
import { newPerson, prefer, restClient, signIn, test, type RestClient } from './product.ts'
import type { RunningServer } from './running-server.ts'
import { wordsOf, type Language } from './words.ts'

/** Somebody with an account and a browser of his own. */
export interface Actor {
  readonly username: string
  readonly password: string
  readonly client: RestClient
  /** Logged in. */
  readonly page: Page
}

/** Where a journey is walked, and in which language. */
export interface Stage {
  readonly url: string
  readonly language: Language
  /** A text of the web in the language of the journey. */
  readonly say: (namespace: string, key: string, variables?: Readonly<Record<string, string | number>>) => string
  /** Makes an account and opens a browser in which it is logged in. */
  readonly actor: (name: string) => Promise<Actor>
  /** A browser in which nobody is logged in. */
  readonly visitor: () => Promise<Page>
}

let journeys = 0

/** A test that several people walk together, once in each language. `title` begins with the id of the journey. */
export function journey(title: string, walk: (stage: Stage) => Promise<void>): void {
  journeys += 1
  // One journey may be walked in several tests of a file, each with people of its own.
  const id = `${title.slice(1, 4).toLowerCase()}-${journeys}`
  for (const language of ['en', 'zh-cn'] as const)
    test(`${title} (${language})`, async ({ browser, server }) =>
      withStage(browser, server, language, `${id}-${language}`, walk))
}

/** The same on a server of the test's own. */
export async function withStage(
  browser: Browser,
  { url }: Pick<RunningServer, 'url'>,
  language: Language,
  suffix: string,
  walk: (stage: Stage) => Promise<void>,
): Promise<void> {
  const opened: BrowserContext[] = []
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url })
    opened.push(context)
    const page = await context.newPage()
    await prefer(page, language, 'light')
    return page
  }
  try {
    await walk({
      url,
      language,
      visitor,
      say: (namespace, key, variables) => wordsOf(language, namespace, key, variables),
      async actor(name) {
        const username = `${name}-${suffix}`
        const password = await newPerson(url, username)
        const page = await visitor()
        await signIn(page, url, username, password)
        return { username, password, client: await restClient(url, username, password), page }
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
