import { editorOn } from './support/editor.ts'
import { attach, bring, document, largeFile, letTestChooseFiles, picture } from './support/files.ts'
import { dialogOf, journey, newItem, press, rowOf } from './support/journey.ts'
import { expect } from './support/product.ts'

journey('[J22] [GEN-04] [ATT-22] [ATT-28] [ERR-11] somebody keeps their files', async (stage) => {
  const { say, actor } = stage
  const [ed, olga] = await Promise.all([actor('ed'), actor('olga')])
  const { page } = ed
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/item/index')
  await press(page, say('common', 'nav.account'))
  await page.getByRole('menuitem', { name: say('common', 'nav.attachments') }).click()
  await expect(page).toHaveURL(/\/attachment\/index$/)
  await expect(page.getByRole('heading', { name: say('files', 'list.emptyTitle') })).toBeVisible()

  // Dropped: a file that is too large stays, the others come.
  await press(page, say('files', 'upload.action'))
  const drop = dialogOf(page).locator('.file-drop')
  await bring(drop, 'drop', [largeFile(), picture('photo.png'), document('plan.pdf')])
  await expect(dialogOf(page).getByRole('alert')).toHaveText(say('files', 'upload.tooLarge'))
  await press(dialogOf(page), say('files', 'upload.hide', { name: 'large.zip' }))
  await expect(dialogOf(page)).toBeHidden()
  await expect(rowOf(page, 'photo.png')).toContainText(
    say('files', 'type.withFormat', { kind: say('files', 'type.image'), format: 'PNG' }),
  )
  await expect(page.getByRole('columnheader')).toHaveText(
    ['id', 'name', 'type', 'size', 'visits', 'added', 'operations'].map((column) => say('files', `column.${column}`)),
  )

  // More of them than fit, and one that the server does not take.
  await press(page, say('files', 'upload.action'))
  // The route stays: one that is taken away while others are under way may leave one of them without an answer.
  let uploads = 0
  await page.route('**/api/page/upload', (route) => {
    uploads += 1
    return uploads === 1 ? route.fulfill({ json: { error_code: 10445, error_message: 'Disk!' } }) : route.continue()
  })
  const more = ['a', 'b', 'c', 'd', 'e'].map((name) => document(`${name}.pdf`))
  await dialogOf(page).locator('input[type=file]').setInputFiles(more)
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Disk!')
  await dialogOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('alert') })
    .getByRole('button')
    .first()
    .click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(page.locator('.file-space')).toContainText(say('files', 'list.used', { size: '< 0.01' }))
  await press(page, say('common', 'pager.next'))
  await expect(page.getByRole('row')).toHaveCount(2)

  // Found by name and type.
  await page.getByLabel(say('files', 'filter.name')).fill('phot')
  await expect(rowOf(page, 'photo.png')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel(say('files', 'filter.name')).fill('')
  await page.getByRole('combobox', { name: say('files', 'filter.type') }).click()
  await page.getByRole('option', { name: say('files', 'filter.image') }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'photo.png')).toBeVisible()

  // Copied and visited.
  await press(page, say('files', 'action.copyLink', { name: 'photo.png' }))
  await expect(page.getByText(say('common', 'copy.done'))).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect((await page.request.get(address)).headers()['content-type']).toContain('image/png')
  await page.reload()
  await expect(page.locator('.file-space')).toContainText(say('files', 'list.traffic', { size: '< 0.01' }))
  await page.getByLabel(say('files', 'filter.name')).fill('photo')
  await expect(rowOf(page, 'photo.png').getByRole('cell').nth(4)).toHaveText('1')

  // Deleted after a question.
  await press(page, say('files', 'action.delete', { name: 'photo.png' }))
  await press(dialogOf(page), say('files', 'delete.action'))
  await expect(dialogOf(page)).toBeHidden()
  await expect(rowOf(page, 'photo.png')).toBeHidden()
  expect((await page.request.get(address)).status()).toBe(404)

  await olga.page.goto('/attachment/index')
  await expect(olga.page.getByRole('heading', { name: say('files', 'list.emptyTitle') })).toBeVisible()
})

journey('[J22] [J14] [VIEW-09] [ATT-06] readers download the attachments of a page', async (stage) => {
  const { say, actor, visitor } = stage
  const ed = await actor('ed')
  const { itemId, begin, terms } = await newItem(ed, 'Payments')
  await ed.page.goto(`/page/edit/${itemId}/${begin}`)
  const { text } = editorOn(ed.page, stage)
  await expect(text).toContainText('About Begin.')
  await bring(text, 'drop', [document('plan.pdf', 'the plan')])
  await expect(ed.page.getByRole('button', { name: say('files', 'attachments.action', { count: 1 }) })).toBeVisible()
  const page = await visitor()

  await page.goto(`/${itemId}/${terms}`)
  await expect(page.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await expect(page.getByRole('button', { name: say('files', 'reader.open'), exact: true })).toBeHidden()
  await page.goto(`/${itemId}/${begin}`)
  await press(page, say('files', 'reader.open'))
  const link = dialogOf(page).getByRole('link', { name: say('files', 'reader.download', { name: 'plan.pdf' }) })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])

  expect(download.suggestedFilename()).toBe('plan.pdf')
  await expect(dialogOf(page).getByRole('button')).toHaveCount(1)
})

journey(
  '[J22] [EDIT-22] [EDIT-38] [EDIT-39] [ATT-23] a writer attaches files, links one and takes one off',
  async (stage) => {
    const { say, actor } = stage
    const ed = await actor('ed')
    const { itemId, begin } = await newItem(ed, 'Payments')
    for (let number = 1; number <= 6; number += 1)
      await attach(stage.url, ed.client.token, { name: `hub-${number}.pdf`, page_id: 0, item_id: 0 })
    const { page } = ed
    const editor = editorOn(page, stage)
    const attachments = page.getByRole('dialog', { name: say('files', 'attachments.title'), exact: true })
    const hub = page.getByRole('dialog', { name: say('files', 'hub.title') })
    const open = (count: number) => press(page, say('files', 'attachments.action', { count }))
    await page.goto(`/page/edit/${itemId}/${begin}`)
    await expect(editor.text).toContainText('About Begin.')

    await press(page, say('files', 'attachments.none'))
    await expect(attachments.getByText(say('files', 'attachments.empty'))).toBeVisible()
    await attachments.locator('input[type=file]').setInputFiles([document('plan.pdf')])
    await expect(attachments.getByRole('link')).toHaveText(['plan.pdf'])
    await press(attachments, say('files', 'attachments.fromHub'))
    await expect(hub.getByRole('listitem')).toHaveCount(5)
    await press(hub, say('common', 'pager.next'))
    await expect(hub.getByRole('listitem').filter({ hasText: 'hub-1.pdf' })).toBeVisible()
    await press(hub.getByRole('listitem').filter({ hasText: 'hub-1.pdf' }), say('files', 'hub.attach'))
    await expect(attachments.getByRole('link')).toHaveCount(2)
    await press(attachments, say('files', 'attachments.insert', { name: 'hub-1.pdf' }))
    await expect(attachments).toHaveCount(0)
    await expect(editor.text.getByText('hub-1.pdf')).toBeVisible()

    await open(2)
    await press(attachments, say('files', 'attachments.delete', { name: 'plan.pdf' }))
    await press(page.getByRole('dialog', { name: say('files', 'delete.title') }), say('files', 'delete.action'))
    await expect(attachments.getByRole('link')).toHaveText(['hub-1.pdf'])
    await press(attachments, say('common', 'action.close'))
    await expect(page.getByRole('button', { name: say('files', 'attachments.action', { count: 1 }) })).toBeVisible()
    await editor.save()
    await page.goto(`/${itemId}/${begin}`)
    const link = page.getByRole('article').getByRole('link', { name: 'hub-1.pdf' })
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).ok()).toBe(true)
  },
)

journey('[J22] [EDIT-31] [EDIT-38] a writer uploads a picture and a file with the toolbar', async (stage) => {
  const { say, actor, visitor } = stage
  const ed = await actor('ed')
  const { itemId, begin } = await newItem(ed, 'Payments')
  const { page } = ed
  const editor = editorOn(page, stage)
  letTestChooseFiles(page)
  await page.goto(`/page/edit/${itemId}/${begin}`)
  await editor.text.getByText('About Begin.').click()
  await page.keyboard.press('End')

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, say('files', 'upload.button'))])
  await chooser.setFiles([picture('form.png'), document('terms.pdf', 'the terms')])
  await expect(editor.text.getByRole('img')).toBeVisible()
  await expect(editor.text.getByRole('link', { name: 'terms.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: say('files', 'attachments.action', { count: 1 }) })).toBeVisible()
  await editor.save()

  const reader = await visitor()
  await reader.goto(`/${itemId}/${begin}`)
  await expect(reader.getByRole('article').locator('img[alt="form.png"]')).toBeVisible()
  const link = reader.getByRole('article').getByRole('link', { name: 'terms.pdf' })
  const [download] = await Promise.all([reader.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('terms.pdf')
})
