import { editorOn } from './support/editor.ts'
import { journey, newItem, press } from './support/journey.ts'
import { expect } from './support/product.ts'

journey(
  '[J15] [GEN-04] [HIST-01] [HIST-03] [HIST-07] [HIST-09] [HIST-10] what a page was is looked at, compared and brought back',
  async (stage) => {
    const { say } = stage
    const [olga, rob] = await Promise.all([stage.actor('olga'), stage.actor('rob')])
    const { itemId, begin } = await newItem(olga, 'Chronicle', 'sesame')
    await olga.client.call('member/save', { item_id: itemId, username: rob.username, member_group_id: 0 })
    const { page } = olga
    const editor = editorOn(page, stage)
    const history = page.getByRole('dialog', { name: say('reader', 'history.title'), exact: true })
    const versions = history.getByRole('listitem')
    const openHistory = () => press(page, say('reader', 'action.history'))

    await page.goto(`/${itemId}/${begin}`)
    await openHistory()
    await expect(history.getByText(say('reader', 'history.none'), { exact: true })).toBeVisible()

    await page.goto(`/page/edit/${itemId}/${begin}`)
    for (const word of [' One.', ' Two.', ' Three.']) {
      await editor.typeAfter('About Begin.', word)
      await editor.save()
    }
    await page
      .getByRole('toolbar')
      .getByRole('link', { name: say('editor', 'toolbar.back') })
      .click()
    await expect(page.getByRole('article')).toContainText('About Begin. One. Two. Three.')
    await openHistory()
    await expect(versions).toHaveCount(3)
    for (const version of await versions.all()) {
      await expect(version).toContainText(olga.username)
      await expect(version.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
    }
    await press(versions.last(), say('reader', 'history.addComment'))
    await versions
      .last()
      .getByRole('textbox', { name: say('reader', 'history.comment') })
      .fill('the very first')
    await press(versions.last(), say('reader', 'history.saveComment'))
    await expect(versions.last().getByRole('button', { name: 'the very first' })).toBeVisible()
    await page.reload()
    await openHistory()
    await expect(versions.last().getByRole('button', { name: 'the very first' })).toBeVisible()

    await versions
      .last()
      .getByRole('link', { name: say('reader', 'history.compare'), exact: true })
      .click()
    await expect(page).toHaveURL(new RegExp(`/page/diff/${begin}/\\d+$`))
    await expect(page.getByRole('main')).toContainText('About Begin.')
    await expect(page.getByRole('insertion').filter({ hasText: 'One. Two. Three.' }).first()).toBeVisible()
    await page.getByRole('link', { name: say('compare', 'back') }).click()

    await rob.page.goto(`/${itemId}/${begin}`)
    await press(rob.page, say('reader', 'action.history'))
    await expect(rob.page.getByText('the very first')).toBeVisible()
    await expect(rob.page.getByRole('button', { name: say('reader', 'history.view') })).toHaveCount(3)
    await expect(rob.page.getByRole('button', { name: say('reader', 'history.restore') })).toHaveCount(0)

    await openHistory()
    await press(versions.last(), say('reader', 'history.restore'))
    await press(
      page.getByRole('dialog', { name: say('reader', 'history.restoreTitle') }),
      say('reader', 'history.restore'),
    )
    await expect(page.getByText(say('reader', 'history.restored'))).toBeVisible()
    await expect(page.getByRole('article')).not.toContainText('One.')
    await openHistory()
    await expect(versions).toHaveCount(4)
    await page.goto(`/page/edit/${itemId}/${begin}`)
    await expect(editor.text).toHaveText('About Begin.')
  },
)
