import en from '../../plugins/templates/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/templates/locales/zh-cn.json' with { type: 'json' }
import { editorOn } from './support/editor.ts'
import { dialogOf, journey, newItem, press, type Actor, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

const templatesIn = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)

/** Counts how often this window asks the server to save. */
function savesOf({ page }: Pick<Actor, 'page'>): { count: number } {
  const saves = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes('/trpc/page.save')) saves.count += 1
  })
  return saves
}

journey(
  '[J09] [VIEW-18] [GEN-10] [EDIT-01] [EDIT-13] [EDIT-14] [EDIT-24] [EDIT-28] the first page of an item is written',
  async (stage) => {
    const { say, language } = stage
    const words = templatesIn(stage)
    const olga = await stage.actor('olga')
    const { page } = olga
    const editor = editorOn(page, stage)
    const { item_id: itemId } = await olga.client.call<{ item_id: number }>('item/add', { item_name: 'Empty' })

    await page.goto(`/${itemId}`)
    await expect(page.getByRole('heading', { name: say('reader', 'empty.title') })).toBeVisible()
    await expect(page.locator('.empty-tips li')).toHaveCount(language === 'zh-cn' ? 4 : 0)
    await page.getByRole('link', { name: say('reader', 'action.newPage') }).click()
    await expect(page).toHaveURL(`/page/edit/${itemId}/0`)

    await editor.chooseFace('source')
    await editor.chooseTool('toolbar.insert', words.api)
    await expect(editor.text).toContainText(language === 'en' ? '### Parameters' : '## 简要说明')
    await editor.chooseTool('toolbar.insert', words.database)
    await expect(editor.text).toContainText(language === 'en' ? 'One row for each order' : '## orders 订单表')
    await editor.title.fill('Orders')

    // What a browser would do by itself with the key: nothing is left to it.
    await page.evaluate(() => {
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 's') document.body.dataset['kept'] = String(defaultPrevented)
      })
    })
    // What is said passes: it is looked for while the text is saved.
    await Promise.all([
      expect(page.getByText(say('editor', 'save.done'), { exact: true })).toBeVisible(),
      editor.save(),
    ])
    await expect(page.locator('body')).toHaveAttribute('data-kept', 'true')
    await expect(page).toHaveURL(new RegExp(`/page/edit/${itemId}/[1-9]\\d*$`))
    await editor.typeAtEnd('\nWritten on a Mac.')
    await page.keyboard.press('Meta+s')
    await expect(editor.state).toHaveText(new RegExp(say('editor', 'state.saved', { revision: 2, time: '.+' })))

    await page
      .getByRole('toolbar')
      .getByRole('link', { name: say('editor', 'toolbar.back') })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Written on a Mac.')
    await expect(page.getByRole('treeitem', { name: 'Orders' })).toBeVisible()
  },
)

journey(
  '[J09] [EDIT-25] [EDIT-26] [CONST-08] saving twice is one save, and one without an answer is given up',
  async (stage) => {
    const { say } = stage
    const olga = await stage.actor('olga-slow')
    const { page } = olga
    const editor = editorOn(page, stage)
    const { itemId, begin } = await newItem(olga, 'Slow')
    const saves = savesOf(olga)
    await page.goto(`/page/edit/${itemId}/${begin}`)
    await editor.typeAfter('About Begin.', ' Once.')
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/trpc/page.save*', async (route) => {
      await held
      await route.continue()
    })

    await press(page, say('editor', 'save.action'))
    await expect(editor.state).toHaveText(say('editor', 'state.saving'))
    await expect(page.getByRole('button', { name: say('editor', 'save.running') })).toBeDisabled()
    await page.keyboard.press('Control+s')
    answer()
    await expect(editor.state).toHaveText(new RegExp(say('editor', 'state.saved', { revision: 2, time: '.+' })))
    expect(saves.count).toBe(1)

    await page.unroute('**/trpc/page.save*')
    await page.route('**/trpc/page.save*', () => undefined)
    await editor.typeAfter('About Begin.', ' Twice.')
    await page.clock.install()
    await page.keyboard.press('Control+s')
    await expect(editor.state).toHaveText(say('editor', 'state.saving'))
    await page.clock.runFor(20_000)
    const reason = say('editor', 'save.unreachable')
    await expect(editor.state).toHaveText(say('editor', 'state.failed', { message: reason }))
    await page.unroute('**/trpc/page.save*')
    await press(page, say('editor', 'state.retry'))
    await expect(editor.state).toHaveText(new RegExp(say('editor', 'state.saved', { revision: 3, time: '.+' })))
    const { page_content: content } = await olga.client.call<{ page_content: string }>('page/info', { page_id: begin })
    expect(content.trimEnd()).toBe('About Begin. Once. Twice.')
  },
)

journey('[J09] [EDIT-09] [EDIT-15] [TPL-09] a page becomes a template that others find', async (stage) => {
  const words = templatesIn(stage)
  const [olga, ed] = await Promise.all([stage.actor('olga-tpl'), stage.actor('ed-tpl')])
  const { itemId, begin, terms } = await newItem(olga, 'Payments')
  await olga.client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })
  const { page } = olga
  const editor = editorOn(page, stage)
  const dialog = dialogOf(page)

  await page.goto(`/page/edit/${itemId}/${begin}`)
  await expect(editor.text).toContainText('About Begin.')
  await editor.chooseTool('save.more', words.save.title)
  await press(dialog, words.save.action)
  await expect(dialog.getByText(words.save.required)).toBeVisible()
  await dialog.getByRole('textbox', { name: words.save.label }).fill('Beginnings')
  await press(dialog, words.save.action)
  await expect(page.getByText(words.save.done)).toBeVisible()

  await page.goto(`/page/edit/${itemId}/${terms}`)
  await editor.chooseFace('source')
  await editor.chooseTool('toolbar.insert', words.more.title)
  await press(dialog.getByRole('listitem').filter({ hasText: 'Beginnings' }), words.more.insert)
  await expect(editor.text).toContainText('About Begin.')
  await editor.chooseTool('toolbar.insert', words.more.title)
  await press(dialog, words.more.share)
  const sharing = page.getByRole('dialog', { name: words.share.title.replace('{{title}}', 'Beginnings') })
  await sharing.getByRole('checkbox', { name: 'Payments' }).check()
  await press(sharing, words.share.action)
  await expect(sharing).toHaveCount(0)
  await expect(dialog.getByText(words.more.sharedWith_one.replace('{{count}}', '1'))).toBeVisible()

  const eds = editorOn(ed.page, stage)
  await ed.page.goto(`/page/edit/${itemId}/${begin}`)
  await eds.chooseTool('toolbar.insert', words.more.title)
  await dialogOf(ed.page).getByRole('tab', { name: words.more.shared }).click()
  await expect(dialogOf(ed.page).getByRole('listitem').filter({ hasText: 'Beginnings' })).toContainText(olga.username)
  await press(dialogOf(ed.page), words.more.insert)
  await expect(dialogOf(ed.page)).toHaveCount(0)
  await expect(eds.text).toContainText(/About Begin\.[^]*About Begin\./)

  await press(dialog, words.more.delete)
  const question = page.getByRole('dialog', { name: words.delete.title })
  await press(question, words.delete.action)
  await expect(dialog.getByText(words.more.emptyMine)).toBeVisible()
  await eds.chooseTool('toolbar.insert', words.more.title)
  await dialogOf(ed.page).getByRole('tab', { name: words.more.shared }).click()
  await expect(dialogOf(ed.page).getByText(words.more.emptyShared)).toBeVisible()
})
