import type { Page } from '@playwright/test'
import { paste } from './support/clipboard.ts'
import { editorOn } from './support/editor.ts'
import { bring, picture } from './support/files.ts'
import { dialogOf, journey, press, type Actor, type Stage } from './support/journey.ts'
import { untilForgotten, untilKept } from './support/kept-drafts.ts'
import { expect } from './support/product.ts'

/** A page of an item of its own, with this text. */
async function pageOf({ client }: Actor, content: string) {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Notes' })
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Note', page_content: content },
  })
  const stored = async () =>
    (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content.trimEnd()
  return { address: `/page/edit/${itemId}/${pageId}`, stored }
}

/** Closes the editor without saving, whatever the browser asks, and opens it again. */
async function reopen(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  // What is kept on the server is looked at with every opening; a question comes after that or never.
  const looked = page.waitForResponse((reply) => reply.url().includes('page.drafts'))
  await page.goto(address)
  await looked
}
const kept = ({ say }: Pick<Stage, 'say'>): RegExp => new RegExp(say('editor', 'state.draft', { time: '.+' }))

journey('[J11] [DRAFT-01] [DRAFT-03] [DRAFT-05] what was typed and not saved is offered', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { page } = olga
  const { address, stored } = await pageOf(olga, 'The text on the server.')
  const editor = editorOn(page, stage)
  const question = page.getByRole('dialog', { name: say('editor', 'draft.title') })
  page.on('dialog', (dialog) => void dialog.accept())

  await page.goto(address)
  await editor.typeAfter('on the server.', ' Thirty letters nobody has saved.')
  await expect(editor.state).toHaveText(kept(stage))
  await untilKept(page, 'nobody has saved.')
  await reopen(page, address)
  await expect(question).toContainText('Thirty letters nobody has saved.')
  const dropped = page.waitForResponse((reply) => reply.url().includes('page.dropDraft'))
  await press(question, say('editor', 'draft.discard'))
  await expect(question).toHaveCount(0)
  await expect(editor.text).toHaveText('The text on the server.')
  await dropped
  await untilForgotten(page, 'nobody has saved.')
  await reopen(page, address)
  await expect(editor.text).toHaveText('The text on the server.')
  await expect(question).toHaveCount(0)
  expect(await stored()).toBe('The text on the server.')

  await editor.typeAfter('on the server.', ' Thirty other letters are there.')
  await expect(editor.state).toHaveText(kept(stage))
  await untilKept(page, 'letters are there.')
  await reopen(page, address)
  await press(question, say('editor', 'draft.restore'))
  await expect(editor.text).toHaveText('The text on the server. Thirty other letters are there.')
})

journey('[J11] [DRAFT-03] [DRAFT-04] [DRAFT-06] short, equal and saved drafts are not asked about', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-short')
  const { page } = olga
  const { address } = await pageOf(olga, 'Five.')
  const editor = editorOn(page, stage)
  const question = page.getByRole('dialog', { name: say('editor', 'draft.title') })
  page.on('dialog', (dialog) => void dialog.accept())
  const keepTyped = async (typed: string, ...keys: readonly string[]): Promise<void> => {
    await editor.typeAfter('Five.', typed)
    await expect(editor.state).toHaveText(kept(stage))
    await untilKept(page, typed)
    for (const key of keys) await page.keyboard.press(key)
  }

  // Ten letters, an equal text, and eleven letters.
  await page.goto(address)
  await keepTyped(' ten.')
  await reopen(page, address)
  await expect(editor.text).toHaveText('Five.')
  await expect(question).toHaveCount(0)
  await keepTyped(' back', ...' back'.split('').map(() => 'Backspace'))
  await expect(editor.state).toHaveText(say('editor', 'state.clean'))
  await reopen(page, address)
  await expect(editor.text).toHaveText('Five.')
  await expect(question).toHaveCount(0)
  await keepTyped(' ten 1')
  await reopen(page, address)
  await expect(question).toBeVisible()

  await press(question, say('editor', 'draft.restore'))
  await expect(editor.text).toHaveText('Five. ten 1')
  await editor.save()
  await untilForgotten(page, 'ten 1')
  await reopen(page, address)
  await expect(editor.text).toHaveText('Five. ten 1')
  await expect(question).toHaveCount(0)
})

journey('[J11] [EDIT-29] [CONST-10] a page of 3001 characters is not previewed, and says so once', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-long')
  const { page } = olga
  const { address } = await pageOf(olga, '字'.repeat(2_999))
  const editor = editorOn(page, stage)
  const preview = page.locator('.preview')
  const tip = page.getByText(say('editor', 'preview.offTip'))
  const off = page.locator('.split-preview-off')

  await page.goto(address)
  await editor.chooseFace('split')
  await expect(preview).toContainText('字')
  await editor.typeAtEnd('末')
  await expect(preview).toContainText('末')
  await expect(off).toBeHidden()
  await editor.typeAtEnd('新')
  await expect(tip).toBeVisible()
  await editor.save()
  await page.reload()
  await expect(off).toBeVisible()
  await expect(preview).toContainText('新')
  // The tip would be there by now, and stay for a while.
  expect(await tip.count()).toBe(0)
  await editor.typeAtEnd('末')
  await press(page, say('editor', 'preview.refresh'))
  await expect(preview).toContainText('新末')
})

const SHORT = `<p>A <b>short</b> text.</p>`
const LONG = `<h2>Heading</h2><ul><li>first</li></ul><p>${'long '.repeat(80)}</p>`

journey('[J11] [EDIT-33] [EDIT-34] [CONST-11] pasted HTML becomes what its person says', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-paste')
  const { page } = olga
  const { address, stored } = await pageOf(olga, 'Start.')
  const editor = editorOn(page, stage)
  await page.goto(address)
  await editor.chooseFace('source')
  await editor.typeAtEnd('\n\n')

  await paste(page, { html: SHORT, text: 'A short text.' })
  await expect(editor.text).toContainText('A short text.')
  await expect(dialogOf(page)).toHaveCount(0)
  await editor.typeAtEnd('\n\n')
  await paste(page, { html: LONG, text: 'Kept as text.' })
  await press(page.getByRole('dialog', { name: say('editor', 'paste.title') }), say('editor', 'paste.keepText'))
  await expect(editor.text).toContainText('Kept as text.')
  await editor.typeAtEnd('\n\n')
  await paste(page, { html: LONG, text: 'Heading first long' })
  await press(page.getByRole('dialog', { name: say('editor', 'paste.title') }), say('editor', 'paste.convert'))
  await expect(editor.text).toContainText('## Heading')
  await editor.save()

  expect(await stored()).toMatch(/^Start\.\s+A short text\.\s+Kept as text\.\s+## Heading\s+- first\s+(long ?){80}$/)
})

journey('[J11] [EDIT-30] [EDIT-31] [EDIT-32] a pasted screenshot comes into the text', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-picture')
  const { page } = olga
  const { address, stored } = await pageOf(olga, 'Start.')
  const editor = editorOn(page, stage)
  await page.goto(address)
  await expect(editor.text).toContainText('Start.')
  const refusal = { success: 0, message: 'The disk is full' }
  await page.route('**/api/page/uploadImg', (route) => route.fulfill({ json: refusal }), { times: 1 })

  await bring(editor.text, 'paste', [picture('lost.png')])
  const failure = page.getByRole('region', { name: say('files', 'upload.title') }).getByRole('alert')
  await expect(failure).toHaveText(say('files', 'upload.imageFailed', { reason: refusal.message }))
  await press(page, say('files', 'upload.hide', { name: 'lost.png' }))
  await expect(failure).toHaveCount(0)
  await bring(editor.text, 'paste', [picture('screen.png')])
  await expect(editor.text.getByRole('img')).toBeVisible()
  await editor.save()

  expect(await stored()).toMatch(/!\[screen\.png\]\(\/attachment\/[\w-]+\)/)
})
