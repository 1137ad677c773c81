import type { Page } from '@playwright/test'
import { bring, holdUploads, picture } from './support/files.ts'
import { expect, test } from './support/product.ts'
import { move as moveInRichText, saved } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

for (const how of ['paste', 'drop'] as const)
  test(`[EDIT-31] what is typed while a picture is on its way by ${how} goes below it`, async ({ page, server }) => {
    const content = 'before\n\nafter\n'
    const { client, pageId, address } = await newWriter(page, server.url, `pictures-${how}`, { content })
    const stored = async () => (await saved(page, client, pageId)).replaceAll(/\/attachment\/[\w-]+/g, '/…')
    const { release } = await holdUploads(page, 'page/uploadImg')
    await page.goto(address)
    const text = page.getByRole('textbox', { name: 'Text of the page' })
    const line = text.getByText('before')
    await line.click()
    await page.keyboard.press('End')
    await bring(how === 'paste' ? text : line, how, [picture('one.png')])
    await expect(page.getByText('Image one.png will appear here')).toBeVisible()
    await page.keyboard.type('Seen on Monday.')
    expect(await stored()).toBe('before\n\nSeen on Monday.\n\nafter\n')
    await page.keyboard.press('Enter')
    await bring(text, 'paste', [picture('two.png'), picture('three.png')])
    await page.keyboard.type('And on Friday.')

    release()
    await expect(page.getByText(/will appear here/)).toHaveCount(0)
    await page.keyboard.type(' Yes.')

    expect(await stored()).toBe(
      'before\n\n![one.png](/…)\n\nSeen on Monday.\n\n![two.png](/…)\n\n![three.png](/…)\n\nAnd on Friday. Yes.\n\nafter\n',
    )
  })

/** What is on its way when another face is shown, and the face in which it comes. */
const CHANGES = [
  ['Markdown', 'Rich text'],
  ['Preview', 'Rich text'],
  ['Rich text', 'Markdown'],
  ['Rich text', 'Preview'],
] as const

test('[EDIT-31] a picture pasted into the middle of a line comes there whatever face is shown then', async ({
  page,
  server,
}) => {
  const content = 'before\n\n- one _two_ three\n\nafter\n'
  const { client, itemId, pageId, address } = await newWriter(page, server.url, 'pictures-faces', { content })
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  const choose = (face: string) => page.locator('.face-switch').getByText(face, { exact: true }).click()
  await page.goto(address)
  for (const [from, to] of CHANGES) {
    const { release } = await holdUploads(page, 'page/uploadImg')
    await choose(from)
    await text.getByText(/three/).click()
    await page.keyboard.press('End')
    for (let key = 0; key < 'three'.length; key += 1) await move(page, from, 'ArrowLeft')
    await bring(text, 'paste', [picture('one.png')])
    await expect(page.getByText('Image one.png will appear here')).toBeVisible()
    await choose(to)
    await expect(page.getByText('Image one.png will appear here')).toBeVisible()
    await text.getByText('before').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('well ')
    release()
    await expect(page.getByText(/will appear here/)).toHaveCount(0)

    const stored = (await saved(page, client, pageId)).replaceAll(/\/attachment\/[\w-]+/g, '/…')
    expect(stored, `${from}, then ${to}`).toMatch(
      /^well before\n\n- one [*_]two[*_] !\[one\.png\]\(\/…\) three\n\nafter\n$/,
    )
    await page.unrouteAll()
    await client.call('page/save', { item_id: itemId, page_id: pageId, page_title: 'Login', page_content: content })
    await page.goto(address)
  }
})

for (const face of ['Markdown', 'Preview'] as const)
  test(`[EDIT-31] a picture that is dropped comes to the line it was dropped on in ${face}`, async ({
    page,
    server,
  }) => {
    const content = 'before\n\nmiddle\n\nafter\n'
    const { client, pageId, address } = await newWriter(page, server.url, `drop-${face.toLowerCase()}`, { content })
    await page.goto(address)
    await page.locator('.face-switch').getByText(face, { exact: true }).click()
    await bring(page.locator('.cm-line').getByText('middle'), 'drop', [picture('one.png')])
    await expect(page.getByText(/will appear here/)).toHaveCount(0)
    await expect(page.locator('.cm-content')).toContainText('one.png')

    const stored = (await saved(page, client, pageId)).replaceAll(/\/attachment\/[\w-]+/g, '/…')
    expect(stored.split('\n\n')).toEqual(['before', expect.stringContaining('![one.png](/…)'), 'after\n'])
  })

/** Presses a key; rich text is told of the cursor a moment later. */
const move = (page: Page, face: string, key: string): Promise<void> =>
  face === 'Rich text' ? moveInRichText(page, key) : page.keyboard.press(key)
