import en from '../../plugins/notices/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/notices/locales/zh-cn.json' with { type: 'json' }
import { editorOn } from './support/editor.ts'
import { attach, picture } from './support/files.ts'
import { choosePeople, dialogOf, editLink, journey, newItem, press, rowOf } from './support/journey.ts'
import { expect, expectAccessible, restClient, untilAwake } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'

journey('[EDIT-04] [EDIT-05] a page is taken out of its catalog, and new catalogs come on demand', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { page, client } = olga
  const { itemId, begin } = await newItem(olga, 'Payments')
  const editor = editorOn(page, stage)
  const catalog = page.getByRole('combobox', { name: say('editor', 'catalog.label') })
  const options = page.getByRole('option')
  await page.goto(`/page/edit/${itemId}/${begin}`)
  await expect(catalog).toHaveValue('Guides')
  await client.call('catalog/save', { item_id: itemId, cat_name: 'Later' })

  await catalog.fill('late')
  await expect(page.getByText(say('editor', 'catalog.notFound'))).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, say('editor', 'catalog.refresh'))
  await catalog.fill('late')
  await expect(options).toHaveText(['Later'])
  await catalog.fill('')
  await expect(options).toHaveText([say('editor', 'catalog.none'), 'Guides', 'Later'])
  await page.getByRole('option', { name: say('editor', 'catalog.none') }).click()
  await editor.save()

  expect(await client.call('page/info', { page_id: begin })).toMatchObject({ cat_id: 0 })
})

journey('[EDIT-08] [EDIT-27] what is typed arrives as it is, saved by button and by both keys', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { page, client } = olga
  const { itemId, begin } = await newItem(olga, 'Signs')
  const editor = editorOn(page, stage)
  const saved = (revision: number) =>
    expect(editor.state).toHaveText(new RegExp(say('editor', 'state.saved', { revision, time: '.+' })))
  const signs = ` 100% a+b&c=d %20 %zz <b>"x"</b> 'y' \\ # ? ; 接口 🙂 é`
  await page.goto(`/page/edit/${itemId}/${begin}`)
  await editor.chooseFace('source')
  const add = async (typed: string): Promise<void> => {
    await editor.text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(typed)
  }
  await expect(editor.text).toContainText('About Begin.')

  await add(signs)
  await press(page, say('editor', 'save.action'))
  await saved(2)
  await add('2')
  await page.keyboard.press('Control+s')
  await saved(3)
  await add('3')
  await page.keyboard.press('Meta+s')
  await saved(4)

  const { page_content: content } = await client.call<{ page_content: string }>('page/info', { page_id: begin })
  expect(content.trimEnd()).toBe(`About Begin.${signs}23`)
})

journey('[EDIT-37] people are put on the list of a page and taken off it one by one', async (stage) => {
  const words = stage.language === 'en' ? en : zhCn
  const [olga, ed, rob] = await Promise.all([stage.actor('olga'), stage.actor('ed'), stage.actor('rob')])
  const { itemId, begin } = await newItem(olga, 'Ledger')
  for (const { username } of [ed, rob])
    await olga.client.call('member/save', { item_id: itemId, username, member_group_id: 1 })
  const { uid } = await ed.client.call<{ uid: number }>('user/info')
  await olga.client.call('subscription/savePage', { page_id: begin, uids: `${uid}` })
  const { page } = olga
  const editor = editorOn(page, stage)
  const dialog = dialogOf(page)
  await page.goto(`/page/edit/${itemId}/${begin}`)
  await editor.typeAfter('About Begin.', ' More.')

  await editor.chooseTool('save.more', words.notify.title)
  await expect(dialog.getByText(ed.username, { exact: false }).first()).toBeVisible()
  await dialog.getByRole('combobox', { name: words.notify.followers }).press('Backspace')
  await choosePeople(dialog, words.notify.followers, [rob.username])
  await dialog.getByRole('textbox', { name: words.notify.remark }).fill('for Rob')
  await press(dialog, words.notify.action)
  await expect(dialog).toHaveCount(0)

  const followers = await olga.client.call<{ username: string }[]>('subscription/getPageList', { page_id: begin })
  expect(followers.map(({ username }) => username)).toEqual([rob.username])
  const unreadOf = async ({ client }: typeof rob) => (await client.call<{ remind: object }>('message/getUnread')).remind
  await expect.poll(() => unreadOf(rob)).toMatchObject({ message_content: 'for Rob' })
  expect(await unreadOf(ed)).toEqual({})
})

journey('[MSG-07] announcements that are listed become read', async (stage) => {
  const words = stage.language === 'en' ? en : zhCn
  const ed = await stage.actor('ed')
  const admin = await restClient(stage.url, ADMIN.username, ADMIN.password)
  const announcement = { message_content: `Closed on Sunday (${stage.language}).` }
  const { message_content_id: id } = await admin.call<{ message_content_id: number }>(
    'message/addAnnouncement',
    announcement,
  )
  const row = ed.page.getByRole('listitem').filter({ hasText: announcement.message_content })
  const badge = row.getByText(words.new, { exact: true })

  await ed.page.goto('/message/index?dtab=announcementList')
  await expect(badge).toBeVisible()
  const unread = async () => (await ed.client.call<{ announce: object }>('message/getUnread')).announce
  await expect.poll(unread).toEqual({})
  await ed.page.reload()

  await expect(row).toBeVisible()
  await expect(badge).toHaveCount(0)
  // It reaches everybody of the server, in other tests too.
  await admin.call('message/deleteAnnouncement', { message_content_id: id })
})

journey('[SINGLE-14] whoever has the link of a page downloads its files and changes none', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { itemId, begin } = await newItem(olga, 'Vault', 'open sesame')
  await attach(stage.url, olga.client.token, { name: 'plan.pdf', page_id: begin, item_id: itemId })
  const { unique_key: key } = await olga.client.call<{ unique_key: string }>('page/createSinglePage', {
    page_id: begin,
    isCreateSiglePage: true,
  })
  const page = await stage.visitor()

  await page.goto(`/p/${key}`)
  await untilAwake(page)
  await press(page, say('files', 'reader.open'))
  const dialog = dialogOf(page)
  const link = dialog.getByRole('link', { name: say('files', 'reader.download', { name: 'plan.pdf' }) })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])

  expect(download.suggestedFilename()).toBe('plan.pdf')
  await expect(dialog.getByRole('button')).toHaveCount(1)
  const address = (await link.getAttribute('href')) ?? ''
  expect((await page.request.get(address)).status()).toBe(200)
  expect((await page.request.get(new URL(address, stage.url).pathname)).status()).toBe(404)
})

journey('[VIEW-24] a visitor finds the login, the history and help', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { itemId, begin } = await newItem(olga, 'Open')
  const vera = await stage.visitor()
  const help = (page: typeof vera) => page.getByRole('menuitem', { name: say('reader', 'action.help'), exact: true })

  await vera.goto(`/${itemId}/${begin}`)
  await untilAwake(vera)
  await expect(vera.getByRole('link', { name: say('common', 'nav.login') })).toBeVisible()
  await press(vera, say('reader', 'action.more'))
  await expect(vera.getByRole('menuitem', { name: say('reader', 'action.history') })).toBeVisible()
  await expectAccessible(vera)
  await help(vera).click()
  await expect(vera.getByRole('heading', { level: 1, name: say('home', 'home.title') })).toBeVisible()

  await olga.page.goto(`/${itemId}/${begin}`)
  await untilAwake(olga.page)
  await press(olga.page, say('reader', 'action.more'))
  await expect(olga.page.getByRole('menuitem', { name: say('reader', 'action.share') })).toBeVisible()
  await expect(help(olga.page)).toHaveCount(0)
})

journey('[VIEW-26] [VIEW-34] pages are sorted in a dialog of the view', async (stage) => {
  const { say } = stage
  const [olga, rob] = [await stage.actor('olga'), await stage.actor('rob')]
  const { itemId, terms } = await newItem(olga, 'Ordered')
  await olga.client.call('member/save', { item_id: itemId, username: rob.username, member_group_id: 0 })
  await olga.client.call('page/save', { item_id: itemId, page_id: 0, page_title: 'Refunds', page_content: 'x' })
  const { page } = olga
  const sort = (where: typeof page) => where.getByRole('menuitem', { name: say('reader', 'action.sort') })
  const dialog = page.getByRole('dialog', { name: say('editor', 'sort.title') })
  await page.goto(`/${itemId}/${terms}`)
  await untilAwake(page)
  await expect(page.getByRole('treeitem')).toHaveText([/Terms/, /Refunds/, /Guides/])

  await press(page, say('reader', 'action.more'))
  await sort(page).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Terms', 'Refunds'])
  await expectAccessible(page)
  await press(dialog, say('editor', 'sort.up', { title: 'Refunds' }))
  await press(dialog, say('editor', 'sort.save'))

  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('treeitem')).toHaveText([/Refunds/, /Terms/, /Guides/])
  await rob.page.goto(`/${itemId}/${terms}`)
  await untilAwake(rob.page)
  await press(rob.page, say('reader', 'action.more'))
  await expect(rob.page.getByRole('menuitem', { name: say('reader', 'action.share') })).toBeVisible()
  await expect(sort(rob.page)).toHaveCount(0)
})

journey('[VIEW-37] an editor finds nothing to change in an archived item', async (stage) => {
  const { say } = stage
  const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
  const { itemId, begin } = await newItem(olga, 'Archived')
  await olga.client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })
  const { page } = ed
  await page.goto(`/${itemId}/${begin}`)
  await expect(editLink(ed, stage)).toBeVisible()
  await olga.client.call('item/archive', { item_id: itemId, password: olga.password })

  await page.goto(`/${itemId}/${begin}`)
  await expect(page.getByText(say('reader', 'item.archived'))).toBeVisible()
  await untilAwake(page)
  await press(page, say('reader', 'action.more'))
  await expect(page.getByRole('menuitem', { name: say('reader', 'action.share') })).toBeVisible()
  for (const change of ['newPage', 'copyPage', 'newCatalog', 'sort', 'deletePage'])
    await expect(page.getByRole('menuitem', { name: say('reader', `action.${change}`) })).toHaveCount(0)
  await expect(editLink(ed, stage)).toHaveCount(0)
  await page.goto(`/page/edit/${itemId}/${begin}`)
  await expect(page.getByRole('heading', { name: say('editor', 'load.readOnlyTitle') })).toBeVisible()
})

journey('[ATT-22] a file that was visited shows it, and the traffic it made', async (stage) => {
  const { say } = stage
  const ed = await stage.actor('ed')
  const { page } = ed
  await page.goto('/attachment/index')
  await press(page, say('files', 'upload.action'))
  await dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles([picture('photo.png')])
  await expect(dialogOf(page)).toHaveCount(0)
  const space = page.locator('.file-space')
  const visits = rowOf(page, 'photo.png').getByRole('cell').nth(4)
  await expect(space).toContainText(say('files', 'list.used', { size: '< 0.01' }))
  await expect(space).toContainText(say('files', 'list.traffic', { size: '0.00' }))
  await expect(visits).toHaveText('0')

  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: say('files', 'action.visit', { name: 'photo.png' }) }).click()
  await expect((await opening).locator('img')).toBeVisible()

  // The picture may be seen a moment before its visit is counted.
  await expect(async () => {
    await page.reload()
    await expect(visits).toHaveText('1', { timeout: 2_000 })
  }).toPass()
  await expect(space).toContainText(say('files', 'list.traffic', { size: '< 0.01' }))
})

journey('[VIEW-08] the way to fill the screen shows when the text is pointed at', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { itemId, begin } = await newItem(olga, 'Wide')
  const { page } = olga
  const toggle = page.getByRole('button', { name: say('reader', 'page.fullScreen') })
  await page.goto(`/${itemId}/${begin}`)
  await page.locator('.top-bar').hover()
  await expect(toggle).toHaveCSS('opacity', '0')

  await page.getByRole('article').hover()

  await expect(toggle).toHaveCSS('opacity', '1')
})
