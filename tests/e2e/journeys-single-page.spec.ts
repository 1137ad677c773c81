import { editorOn } from './support/editor.ts'
import { editLink, journey } from './support/journey.ts'
import { expect } from './support/product.ts'

journey('[J18] [PAGE-17] [VIEW-05] an item of one page is written and read', async (stage) => {
  const olga = await stage.actor('olga')
  const { page } = olga
  const { item_id: itemId } = await olga.client.call<{ item_id: number }>('item/add', {
    ...{ item_type: 2, item_name: 'Leaflet' },
  })
  const editor = editorOn(page, stage)

  await page.goto(`/${itemId}`)
  await editLink(olga, stage).click()
  await editor.title.fill('The leaflet')
  await editor.typeAtEnd('One page is enough.')
  await editor.save()
  await page.goto(`/${itemId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'The leaflet' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('One page is enough.')

  const vera = await stage.visitor()
  await vera.goto(`/${itemId}`)
  await expect(vera.getByRole('article')).toContainText('One page is enough.')
  await expect(vera.getByRole('tree')).toHaveCount(0)
  await expect(editLink({ page: vera }, stage)).toHaveCount(0)
})
