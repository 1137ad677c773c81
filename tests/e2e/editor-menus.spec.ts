import type { Locator, Page } from '@playwright/test'
import en from '../../plugins/templates/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/templates/locales/zh-cn.json' with { type: 'json' }
import { clickInto, editorOn } from './support/editor.ts'
import { journey, journeySeenInBothLanguages } from './support/journey.ts'
import { expect, expectAccessible, expectToFit, prefer, shareSession, test } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const TABLE =
  '| Parameter | Required | Type | Description |\n|---|---|---|---|\n| user | yes | string | Name of the account |\n'

const toolbar = (page: Page) => page.locator('.bn-formatting-toolbar')
/** Waits until it stands within the window, some pixels from its edges. */
const expectAwayFromEdges = (floating: Locator) =>
  expect(async () => {
    const box = await floating.boundingBox()
    const width = floating.page().viewportSize()?.width ?? 0
    expect(box?.x).toBeGreaterThanOrEqual(6)
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width - 6)
  }).toPass({ timeout: 10_000 })

test('neither the handles of a wide table nor the tools for selected text widen a narrow window', async ({
  page,
  server,
}) => {
  const { address } = await newWriter(page, server.url, 'menus-narrow', { content: `Begin.\n\n${TABLE}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)

  await page.getByRole('cell', { name: 'user' }).click()
  await page.getByRole('cell', { name: 'user' }).hover()
  await expect(page.locator('.bn-extend-button').first()).toBeVisible()
  await expectToFit(page)
  await page.getByText('Begin.').dblclick()

  await expect(toolbar(page).getByRole('button').last()).toBeInViewport({ ratio: 1 })
  await expectToFit(page)
  await expectAwayFromEdges(toolbar(page))
  await page.getByText('Begin.').click()
  await page.keyboard.type(' and a line of words that ends at the right ed /')
  await expectAwayFromEdges(page.locator('.bn-suggestion-menu'))
})

test('the menu of blocks has room at the end of a long page, too', async ({ page, server }) => {
  const content = Array.from({ length: 40 }, (_, number) => `Line ${number}.\n\n`).join('')
  const { address } = await newWriter(page, server.url, 'menus-end', { content })
  await page.goto(address)
  await clickInto(page, page.getByText('Line 39.'))
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')

  for (const [typed, entry] of [
    ['/', 'Heading 1'],
    ['h', 'Heading 1'],
  ] as const) {
    await page.keyboard.type(typed)
    await expect(page.getByRole('option', { name: entry })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('option').nth(3)).toBeInViewport({ ratio: 1 })
  }
  await page.keyboard.press('Backspace')
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(page.getByRole('option', { name: 'Heading 1' })).toBeVisible()
  const chosen = page.getByRole('option', { selected: true })
  for (let turn = 1; turn <= 8; turn += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').nth(turn)).toHaveAttribute('aria-selected', 'true')
    await expect(chosen).toBeInViewport({ ratio: 1 })
  }
})

test('the rich editor offers no tool whose work would be gone once the page is saved', async ({ page, server }) => {
  const { address } = await newWriter(page, server.url, 'menus-plain', { content: '## Parts\n\nBegin.\n\n- one\n' })
  const types = ['Heading 2', 'Paragraph', 'Bulleted list']
  await page.goto(address)

  for (const [index, text] of ['Parts', 'Begin.', 'one'].entries()) {
    // In the middle of the line, which is behind short words.
    const line = page.locator('.bn-block-content', { hasText: text })
    await line.dblclick()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(text.replace('.', ''))
    await expect(toolbar(page).getByRole('button', { name: types[index] })).toBeVisible()
    await expect(toolbar(page).getByRole('button', { name: 'Bold' })).toBeVisible()
    await expect(toolbar(page).getByRole('button', { name: /align|colou?r/i })).toHaveCount(0)
  }
  await toolbar(page).getByRole('button', { name: 'Bulleted list' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Paragraph',
    ...[1, 2, 3, 4, 5, 6].map((level) => `Heading ${level}`),
    ...['Quote', 'Bulleted list', 'Numbered list', 'Task list'],
  ])
  await page.keyboard.press('Escape')
  await page.getByText('Begin.').hover()
  await page.getByRole('button', { name: 'Open block menu' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
})

test('the menu of blocks has a name and keys as people write them, and code asks for its language', async ({
  page,
  server,
}) => {
  const { address, client, pageId } = await newWriter(page, server.url, 'menus-blocks', { content: 'Begin.' })
  await page.goto(address)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await clickInto(page, text)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')

  await page.keyboard.type('/')
  const list = page.getByRole('listbox', { name: 'Choices' })
  await expect(list.getByRole('option', { name: 'Numbered list' })).toContainText('Ctrl+Shift+7')
  await expectAccessible(page)
  await page.keyboard.type('code')
  await expect(list.getByRole('option').first()).toContainText('Code block')
  await page.keyboard.press('Enter')

  await expect(list).toHaveCount(0)
  await expect(page.locator('.code-language')).toBeFocused()
  await page.keyboard.type('json')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('{"id": 1}')
  await expect(text).toContainText('{"id": 1}')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content)
    .toMatch(/^Begin\.\n\n```json\n\{"id": 1\}\n```\n?$/)
})

test('what Ctrl+K finds has a button in the editor, and what was typed is not lost by going there', async ({
  page,
  server,
}) => {
  const { address, client, itemId } = await newWriter(page, server.url, 'menus-find', { content: 'Begin.' })
  const other = { item_id: itemId, page_id: 0, page_title: 'Elsewhere', page_content: 'another text' }
  await client.call('page/save', other)
  await page.goto(address)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await clickInto(page, text)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And some more.')
  await expect(text).toContainText('some more.')
  const search = page.getByRole('dialog', { name: 'Search and go to' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Search and go to' }).click()
    await expect(search.getByRole('combobox')).toBeFocused()
    await expectToFit(page)
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
  }
  await text.click()
  await page.keyboard.press('Control+k')
  await search.getByRole('combobox').fill('Elsewhere')
  await search.getByRole('option', { name: 'Elsewhere' }).first().click()

  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(text).toContainText('some more.')
})

test('the menus of the rich editor have the colours of the product, in the dark as in the light', async ({
  page,
  server,
}) => {
  const { address } = await newWriter(page, server.url, 'menus-darkness', { content: 'Begin.' })
  const colours = () =>
    toolbar(page).evaluate((tools) => {
      const { backgroundColor } = getComputedStyle(tools)
      const own = tools.style.backgroundColor
      tools.style.backgroundColor = 'var(--bg-raised)'
      const wanted = getComputedStyle(tools).backgroundColor
      tools.style.backgroundColor = own
      return [backgroundColor, wanted]
    })
  for (const scheme of ['light', 'dark'] as const) {
    await prefer(page, 'en', scheme)
    await page.goto(address)
    await page.getByText('Begin.').dblclick()
    await expect(toolbar(page)).toBeVisible()

    await expect(async () => {
      const [drawn, wanted] = await colours()
      expect(drawn, scheme).toBe(wanted)
    }).toPass()
  }
})

journey('[J12] [EDIT-35] tools put nothing into a page that somebody else has by now', async (stage) => {
  const templates = stage.language === 'en' ? en : zhCn
  const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
  const { page, client } = olga
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  await client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Login', page_content: 'First.' },
  })
  const editor = editorOn(page, stage)
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  await editor.chooseTool('save.more', stage.say('lock', 'tool.unlock'))
  await expect(page.getByText(stage.say('lock', 'state.off'))).toBeVisible()
  // Before the other one comes: from time to time this window looks whether it may still write.
  await editor.typeAfter('First.', ' Mine.')
  await ed.client.call('page/setLock', { page_id: pageId, item_id: itemId })
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText(stage.say('lock', 'lost.taken', { who: ed.username }))

  await editor.chooseTool('toolbar.insert', templates.database)

  await expect(page.getByText(stage.say('files', 'upload.readOnly'))).toBeVisible()
  await expect(editor.text).toHaveText('First. Mine.')
})

journeySeenInBothLanguages(
  '[J12] [ERR-02] long names leave the buttons of a dialog in a narrow window within it',
  async (stage) => {
    // As long as a username may be, with what the stage adds to it.
    const name = 'has-long-name'
    const [olga, ed] = [await stage.actor(`o-${name}`), await stage.actor(`e-${name}`)]
    const { page } = olga
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/attachment/index')
    await expect(page.getByText(stage.say('files', 'list.emptyTitle'))).toBeVisible()
    await shareSession(page, ed.client)

    await page.getByLabel(stage.say('files', 'filter.name')).fill('x')

    const dialog = page.getByRole('dialog')
    const goOn = dialog.getByText(stage.say('person', 'goOn', { other: ed.username }))
    const login = dialog.getByText(stage.say('person', 'login', { own: olga.username }))
    for (const button of [goOn, login]) await expect(button).toBeInViewport({ ratio: 1 })
    // What hangs over the left edge of a dialog makes it no wider, but is cut off.
    const leftOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().left)
    for (const button of [goOn, login])
      await expect.poll(async () => (await leftOf(button)) - (await leftOf(dialog))).toBeGreaterThan(12)
  },
)

test('the caret is where it was once a dialog opened from the menu of blocks is closed, however busy the machine', async ({
  page,
  server,
}) => {
  const { address, client, pageId } = await newWriter(page, server.url, 'menus-caret', { content: 'Begin.\n\nEnd.' })
  await page.goto(address)
  await clickInto(page, page.getByRole('textbox', { name: 'Text of the page' }))
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/sql')
  await expect(page.getByRole('option', { name: 'SQL to table' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  // What a busy machine does between the focus and the report of where the caret is.
  await page.evaluate(() => {
    const { focus } = HTMLElement.prototype
    HTMLElement.prototype.focus = function slowly(options) {
      focus.call(this, options)
      const end = performance.now() + 400
      while (this.isContentEditable && performance.now() < end);
    }
  })

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Last.')

  await page.keyboard.press('Control+s')
  const stored = async () =>
    (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content
  await expect.poll(async () => (await stored()).trim()).toBe('Begin.\n\nEnd.\n\n**Last.**')
})

test('a footnote and a section to fold come from the menu of blocks, and readers get both', async ({
  page,
  server,
}) => {
  const { address, client, itemId, pageId } = await newWriter(page, server.url, 'menus-notes', { content: 'Begin.' })
  await page.goto(address)
  await clickInto(page, page.getByRole('textbox', { name: 'Text of the page' }))
  await page.keyboard.press('Control+End')
  const list = page.getByRole('listbox', { name: 'Choices' })
  const choose = async (query: string, title: string) => {
    await page.keyboard.type(`/${query}`)
    await expect(list.getByRole('option', { name: title }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(list).toHaveCount(0)
  }

  await page.keyboard.press('Enter')
  await choose('toggle', 'Collapsible section')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Details')
  await page.keyboard.type('All fields')
  await page.getByText('Begin.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await choose('footnote', 'Footnote')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('What the note says.')
  await page.keyboard.type('Since 2.0.')
  await page.keyboard.press('Control+s')

  const content = async () =>
    (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content
  await expect
    .poll(content)
    .toBe(
      'Begin.\n\n[^1]\n\n<details>\n<summary>All fields</summary>\n\nWhat is shown after a click.\n\n</details>\n\n[^1]: Since 2.0.\n',
    )
  await page.goto(`/${itemId}/${pageId}`)
  await page.locator('article summary', { hasText: 'All fields' }).click()
  await expect(page.locator('article').getByText('What is shown after a click.')).toBeVisible()
  await expect(page.locator('article .footnotes')).toContainText('Since 2.0.')
})

test('a row of a table is as high for the writer as for readers', async ({ page, server }) => {
  const content = '| Name | Type |\n| --- | --- |\n| id | `int` |\n| 名称 |  |\n'
  const { address, itemId, pageId } = await newWriter(page, server.url, 'menus-rows', { content })
  const heights = (rows: Locator) =>
    rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height * 10) / 10))
  await page.goto(`/${itemId}/${pageId}`)
  const read = await heights(page.locator('article tr'))
  await page.goto(address)

  await expect.poll(() => heights(page.locator('.ProseMirror tr'))).toEqual(read)
})
