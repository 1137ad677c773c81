import type { Page } from '@playwright/test'
import { expect, expectAccessible, newPerson, prefer, test, type Person, type RestClient } from './support/product.ts'
import { untilKept } from './support/kept-drafts.ts'
import { newWriter } from './support/writer.ts'

const PAGE = `# 登录接口

**简要描述：**用户登录。

* first
* second

|参数名 |必选|
|:---|:-:|
|user_id |是|

<details><summary>More</summary>Hidden</details>
`
interface Written {
  readonly page_content: string
  readonly revision?: number
}

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'editor-olga')
})

/** The person with a page in an item of its own, signed in. */
const writer = (page: Page, url: string, content = PAGE) => newWriter(page, url, person, { content })
const stored = async (client: RestClient, pageId: number): Promise<string> =>
  (await client.call<Written>('page/info', { page_id: pageId })).page_content
const versions = async (client: RestClient, pageId: number): Promise<number> =>
  (await client.call<unknown[] | null>('page/history', { page_id: pageId }))?.length ?? 0
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
const state = (page: Page) => page.locator('.edit-state output')
const choose = (page: Page, face: string) => page.locator('.face-switch').getByText(face, { exact: true }).click()
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expect(state(page)).toContainText('Saved as version')
}

/** Types as a Chinese keyboard does: composing first, then choosing. */
async function compose(page: Page, letters: string, chosen: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', windowsVirtualKeyCode: 229, key: 'Process' })
  for (let length = 1; length <= letters.length; length += 1) {
    const typed = letters.slice(0, length)
    await devtools.send('Input.imeSetComposition', { text: typed, selectionStart: length, selectionEnd: length })
  }
  await devtools.send('Input.insertText', { text: chosen })
  await expect(text(page)).toContainText(chosen)
}

for (const face of ['Rich text', 'Markdown', 'Preview'] as const) {
  test(`opening and saving in ${face} without a change writes nothing`, async ({ page, server }) => {
    const { client, pageId, address } = await writer(page, server.url)
    await page.goto(address)
    await choose(page, face)
    await expect(text(page)).toBeVisible()

    await page.keyboard.press('Control+s')

    await expect(page.getByText('Nothing has changed since the last save')).toBeVisible()
    expect(await stored(client, pageId)).toBe(PAGE)
    expect(await versions(client, pageId)).toBe(0)
  })
}

test('[EDIT-01] [EDIT-08] [EDIT-28] changing one paragraph as rich text changes only its line', async ({
  page,
  server,
}) => {
  const { client, pageId, address } = await writer(page, server.url)
  await page.goto(address)
  await text(page).getByText('用户登录。').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' More.', { delay: 20 })
  await expect(state(page)).toContainText('Unsaved')

  // Shown for three seconds: looked for from before it comes.
  const said = page.getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await said
  await expect(state(page)).toContainText('Saved as version')
  expect(await stored(client, pageId)).toBe(PAGE.replace('用户登录。', '用户登录。 More.'))
})

test('the faces show one text, and the chosen face is remembered', async ({ page, server }) => {
  const { client, pageId, address } = await writer(page, server.url)
  await page.goto(address)
  await text(page).getByText('用户登录。').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Rich.', { delay: 20 })
  await choose(page, 'Preview')
  await expect(page.locator('.preview')).toContainText('用户登录。 Rich.')
  await text(page).getByText('second').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Source.')
  await expect(page.locator('.preview')).toContainText('second Source.')
  await choose(page, 'Rich text')
  await expect(text(page)).toContainText('second Source.')
  await choose(page, 'Markdown')

  await save(page)
  await page.reload()

  expect(await stored(client, pageId)).toBe(
    PAGE.replace('用户登录。', '用户登录。 Rich.').replace('second', 'second Source.'),
  )
  await expect(page.getByRole('radio', { name: 'Markdown' })).toBeChecked()
})

test('Chinese is composed in every face', async ({ page, server }) => {
  const { client, pageId, address } = await writer(page, server.url, 'start\n')
  await page.goto(address)
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await compose(page, 'wendang', '文档')
  await choose(page, 'Markdown')
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await compose(page, 'jiekou', '接口')
  await choose(page, 'Preview')
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await compose(page, 'yulan', '预览')
  await expect(page.locator('.preview')).toContainText('start文档接口预览')

  await save(page)

  expect(await stored(client, pageId)).toBe('start文档接口预览\n')
})

test('[EDIT-02] [EDIT-24] a copy becomes a page of its own, and writing goes on after the first save', async ({
  page,
  server,
}) => {
  const { client, itemId, pageId } = await writer(page, server.url, 'original\n')
  await page.goto(`/page/edit/${itemId}/0?copy_page_id=${pageId}`)
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Login')
  await text(page).getByText('original').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' copied', { delay: 20 })

  await save(page)
  await expect(page).toHaveURL(new RegExp(`/page/edit/${itemId}/(?!0$)\\d+$`))
  await page.keyboard.type(' further', { delay: 20 })
  await save(page)

  const copyId = Number(page.url().split('/').at(-1))
  expect(copyId).not.toBe(pageId)
  expect(await stored(client, copyId)).toBe('original copied further\n')
  expect(await stored(client, pageId)).toBe('original\n')
})

test('[DRAFT-03] [DRAFT-05] [DRAFT-06] a draft is offered after a reload, and gone once it is saved', async ({
  page,
  server,
}) => {
  const { client, pageId, address } = await writer(page, server.url, 'start\n')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(address)
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and what was typed', { delay: 20 })
  await expect(state(page)).toContainText('draft kept')
  await untilKept(page, ' and what was typed')
  await page.reload()

  await page.getByRole('button', { name: 'Restore the draft' }).click()
  await expect(text(page)).toContainText('start and what was typed')
  await save(page)
  await page.reload()

  expect(await stored(client, pageId)).toBe('start and what was typed\n')
  await expect(text(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a failed save keeps the text and can be repeated', async ({ page, server }) => {
  const { client, pageId, address } = await writer(page, server.url, 'start\n')
  await page.goto(address)
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' offline', { delay: 20 })
  await page.route(/\/trpc\/.*page\.save/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.keyboard.press('Control+s')
  await expect(state(page)).toContainText('Not saved')
  await page.unrouteAll()

  await page.locator('.edit-state').getByRole('button', { name: 'Try again' }).click()

  await expect(state(page)).toContainText('Saved as version 2')
  expect(await stored(client, pageId)).toBe('start offline\n')
})

test('two people change one page, and nothing of either is lost', async ({ page, server }) => {
  const base = '# Login\n\nFirst.\n\nSecond.\n\nThird.\n'
  const { client, pageId, itemId, address } = await writer(page, server.url, base)
  await page.goto(address)
  await text(page).getByText('First.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.', { delay: 20 })
  await text(page).getByText('Third.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine too.', { delay: 20 })
  await client.call('page/save', {
    item_id: itemId,
    page_id: pageId,
    page_title: 'Login',
    page_content: base.replace('Second.', 'Second. Theirs.').replace('Third.', 'Third. Theirs too.'),
  })

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('One passage was changed by both')
  await expect(dialog.getByRole('button', { name: 'Save the merged page' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Keep both' }).check()
  await dialog.getByRole('button', { name: 'Save the merged page' }).click()

  await expect(state(page)).toContainText('Saved as version 3')
  expect(await stored(client, pageId)).toBe(
    '# Login\n\nFirst. Mine.\n\nSecond. Theirs.\n\nThird. Theirs too.\n\nThird. Mine too.\n',
  )
})

test('pasted HTML is cleaned before the editor looks at it', async ({ page, server }) => {
  const { client, pageId, address } = await writer(page, server.url, 'start\n')
  await page.goto(address)
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await text(page).evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<p>kept <b>bold</b> <a href="javascript:window.attacked=1">link</a></p><img src=x onerror="window.attacked=1">${'<p>more</p>'.repeat(20)}`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Convert to markdown' }).click()
  await expect(text(page)).toContainText('kept bold')

  await save(page)

  const content = await stored(client, pageId)
  expect(content).toContain('kept **bold**')
  expect(content).not.toContain('javascript')
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
})

test('[EDIT-34] long formatted text in markdown may be converted', async ({ page, server }) => {
  const { client, pageId, address } = await writer(page, server.url, 'start\n')
  await page.goto(address)
  await choose(page, 'Markdown')
  await text(page).getByText('start').click()
  await page.keyboard.press('Control+End')
  await text(page).evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/html', `<h2>Title</h2><ul><li>one</li></ul><p>${'long '.repeat(60)}</p>`)
    data.setData('text/plain', 'Title one long')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })

  await page.getByRole('button', { name: 'Convert to markdown' }).click()
  await expect(text(page)).toContainText('## Title')
  await save(page)

  expect(await stored(client, pageId)).toContain('start\n## Title\n\n- one\n\nlong long')
})

test('[EDIT-04] [EDIT-05] the catalog is chosen by its path', async ({ page, server }) => {
  const { client, itemId, pageId, address } = await writer(page, server.url, 'start\n')
  const outer = await client.call<{ cat_id: number }>('catalog/save', { item_id: itemId, cat_id: 0, cat_name: 'Outer' })
  const listed = page.waitForResponse((reply) => reply.url().includes('catalog.listNames'))
  await page.goto(address)
  await expect(text(page)).toBeVisible()
  // Whoever asks again while the first answer is still to come gets that one.
  await listed
  const inner = await client.call<{ cat_id: number }>('catalog/save', {
    item_id: itemId,
    cat_id: 0,
    cat_name: 'Inner',
    parent_cat_id: outer.cat_id,
  })
  await page.getByRole('button', { name: 'Refresh the catalogs' }).click()
  await page.getByRole('combobox', { name: 'Catalog' }).fill('inn')
  await page.getByRole('option', { name: 'Outer / Inner' }).click()

  await save(page)

  expect((await client.call<{ cat_id: number }>('page/info', { page_id: pageId })).cat_id).toBe(inner.cat_id)
})

test('leaving with unsaved text asks first', async ({ page, server }) => {
  const { itemId, address } = await writer(page, server.url, 'start\n')
  await page.goto(address)
  await text(page).getByText('start').click()
  await page.keyboard.type('x')
  await page.getByRole('link', { name: 'Back' }).click()

  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await expect(page).toHaveURL(new RegExp(address))
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/${itemId}/`))
})

for (const scheme of ['light', 'dark'] as const) {
  test(`every face is accessible in ${scheme} colours`, async ({ page, server }) => {
    const { address } = await writer(page, server.url)
    await prefer(page, 'en', scheme)
    await page.goto(address)
    for (const face of ['Rich text', 'Markdown', 'Preview']) {
      await choose(page, face)
      await expect(text(page)).toBeVisible()
      // A task that has no text yet.
      if (face === 'Rich text') {
        await text(page).getByText('second').click()
        await page.keyboard.press('End')
        // A busy browser tells rich text of the cursor a moment later, of a letter at once.
        await page.keyboard.type('ly')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await page.keyboard.type('[ ] ')
        await expect(text(page).getByRole('checkbox', { name: 'Task list' })).toBeVisible()
      }
      if (face === 'Preview') await expect(page.locator('.preview h1')).toBeVisible()
      await expectAccessible(page)
    }
  })
}
