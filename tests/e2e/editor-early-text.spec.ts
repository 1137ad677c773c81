import type { Page, Route } from '@playwright/test'
import { expect, newPerson, prefer, test, type Person, type RestClient } from './support/product.ts'
import { untilKept } from './support/kept-drafts.ts'
import { newWriter } from './support/writer.ts'

const FACES = ['rich', 'source', 'split'] as const
/** The files of the faces, by the names they are built with. */
const FACE_FILES = /\/assets\/(?:rich-face|source-face|split-face)-[\w-]+\.js$/

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'early-writer')
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
const early = (page: Page) => page.locator('textarea.edit-early')

/** Holds these requests back until they are let go. */
async function held(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route: Route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** A new page whose editor is there, and whose face is held back until it is let go. */
async function withoutFace(page: Page, url: string) {
  const { client, itemId } = await newWriter(page, url, person)
  await prefer(page, 'en', 'light')
  const letFace = await held(page, FACE_FILES)
  await page.goto(`/page/edit/${itemId}/0`)
  await expect(page.getByRole('toolbar')).toBeVisible()
  return { client, letFace }
}

/** A word of Chinese, composed of its letters. */
async function compose(page: Page, letters: string, word: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', {
    text: letters,
    selectionStart: letters.length,
    selectionEnd: letters.length,
  })
  await devtools.send('Input.insertText', { text: word })
  await devtools.detach()
}

const paste = (page: Page, pasted: string) =>
  page.evaluate((words) => document.execCommand('insertText', false, words), pasted)

const saved = async (page: Page, client: RestClient) => {
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
  const [pageId] = /\d+$/.exec(page.url()) ?? []
  return client.call<{ page_title: string; page_content: string }>('page/info', { page_id: pageId })
}

for (const face of FACES)
  test(`what is typed before the editor and its face are there is in the text, in its order (${face})`, async ({
    page,
    server,
  }) => {
    const { client, itemId } = await newWriter(page, server.url, person)
    await prefer(page, 'en', 'light')
    await page.addInitScript((chosen) => localStorage.setItem('editor_face', chosen), face)
    const letStart = await held(page, /trpc\/[^?]*item\.types/)
    const letFace = await held(page, FACE_FILES)
    await page.goto(`/page/edit/${itemId}/0`)
    await expect(page.getByRole('textbox', { name: 'Page title' })).toBeFocused()

    await page.keyboard.type('Orders')
    await page.keyboard.press('Enter')
    await page.keyboard.type('One')
    await compose(page, 'er', '二')
    await page.keyboard.press('Enter')
    letStart()
    await expect(page.getByRole('toolbar')).toBeVisible()
    await expect(early(page)).toBeFocused()
    await page.keyboard.type('Three ')
    await compose(page, 'si', '四')
    await paste(page, ' five')
    await page.keyboard.press('Enter')
    letFace()
    await expect(early(page)).toBeHidden()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('Six')

    const lines = ['One二', 'Three 四 five', 'Six']
    const { page_title: title, page_content: content } = await saved(page, client)
    expect(title).toBe('Orders')
    expect(content.trimEnd()).toBe(lines.join(face === 'rich' ? '\n\n' : '\n'))
  })

test('a word that is being composed when the face comes is finished, and then goes to the text', async ({
  page,
  server,
}) => {
  const { client, letFace } = await withoutFace(page, server.url)
  await page.keyboard.type('Words')
  await page.keyboard.press('Enter')
  await page.keyboard.type('One ')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'er', selectionStart: 2, selectionEnd: 2 })

  letFace()
  await expect(page.locator('.rich-face [contenteditable]')).toBeVisible()
  await devtools.send('Input.insertText', { text: '二' })
  await expect(early(page)).toBeHidden()
  await page.keyboard.type(' three')

  expect((await saved(page, client)).page_content.trimEnd()).toBe('One 二 three')
})

test('what is typed before a face is there is saved without it as this face writes it, and is not there twice', async ({
  page,
  server,
}) => {
  const { client, letFace } = await withoutFace(page, server.url)
  await page.keyboard.type('Kept')
  await page.keyboard.press('Enter')
  await page.keyboard.type('One a*b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Before')
  expect((await saved(page, client)).page_content).toBe('One a\\*b\n\nBefore\n')

  await page.keyboard.type(' and after')
  letFace()
  await expect(early(page)).toBeHidden()
  await expect(page.locator('.rich-face')).toContainText('Before and after')
  expect((await saved(page, client)).page_content).toBe('One a\\*b\n\nBefore and after\n')
  await page.keyboard.type('.')
  expect((await saved(page, client)).page_content).toBe('One a\\*b\n\nBefore and after.\n')
})

test('the title keeps what is typed until Enter, and gets it back by a click', async ({ page, server }) => {
  const { letFace } = await withoutFace(page, server.url)
  const title = page.getByRole('textbox', { name: 'Page title' })
  await page.keyboard.type('Orders')
  await page.keyboard.press('Enter')
  await page.keyboard.type('text')
  await title.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of')

  letFace()
  await expect(page.locator('.rich-face')).toContainText('text')
  await page.keyboard.type(' shops')
  await expect(title).toHaveValue('Orders of shops')
  await expect(title).toBeFocused()
})

test('what is typed before the editor is loaded is offered again after a reload, and its files come with the editor', async ({
  page,
  server,
}) => {
  const { itemId } = await newWriter(page, server.url, person)
  await prefer(page, 'en', 'light')
  const letStart = await held(page, /trpc\/[^?]*item\.types/)
  await page.goto(`/page/edit/${itemId}/0`)
  const write = async () => {
    await expect(page.getByRole('textbox', { name: 'Page title' })).toBeFocused()
    await page.keyboard.type('Orders')
    await page.keyboard.press('Enter')
    await page.keyboard.type('typed a*b early')
  }
  await write()
  await untilKept(page, 'typed a\\*b early')
  await page.reload()
  await write()
  await early(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['words'], 'plan.txt'))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('The file is added as soon as the editor is loaded.')).toBeVisible()

  letStart()
  const draft = page.getByRole('dialog', { name: /draft/i })
  await expect(draft).toContainText('typed a\\*b early')
  await draft.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.locator('.rich-face')).toContainText('typed a*b early')
  await expect(page.locator('.rich-face')).toContainText('plan.txt')
})
