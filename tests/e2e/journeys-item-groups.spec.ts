import type { Page } from '@playwright/test'
import { dialogOf, journey, press, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

const groupsOn = (page: Page) => page.locator('.group-name').allInnerTexts()

async function addGroup(page: Page, { say }: Stage, name: string, items: readonly string[]): Promise<void> {
  const dialog = dialogOf(page)
  await press(page, say('groups', 'action.add'))
  await dialog.getByLabel(say('groups', 'form.name')).fill(name)
  for (const item of items) await dialog.getByRole('checkbox', { name: item, exact: true }).check()
  await press(dialog, say('groups', 'form.action'))
  await expect(dialog).toHaveCount(0)
}

journey('[J06] a long list is sorted into groups', async (stage) => {
  const { say } = stage
  const { client, page, password } = await stage.actor('olga-groups')
  const itemIds: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    const { item_id: id } = await client.call<{ item_id: number }>('item/add', { item_name: name })
    itemIds.push(id)
  }
  const all = { name: say('groups', 'tabs.all') }
  await page.goto('/item/index')
  await expect(page.getByRole('tab', all)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: say('groups', 'tabs.manage') }).click()
  await expect(page).toHaveURL('/item/group/index')

  await addGroup(page, stage, 'G1', ['Two', 'Four'])
  await expect.poll(() => groupsOn(page)).toEqual(['G1'])
  await expect(page.getByText(say('groups', 'count_other', { count: 2 }))).toBeVisible()
  await expect(page.getByText(say('groups', 'hint'))).toHaveCount(0)
  await addGroup(page, stage, '', [])
  await expect.poll(() => groupsOn(page)).toEqual(['G1', 'default'])
  await expect(page.getByText(say('groups', 'hint'))).toBeVisible()
  const saved = page.waitForResponse((reply) => reply.url().includes('itemGroup.setOrder'))
  const rows = page.locator('.group-row')
  await rows.nth(1).dragTo(rows.nth(0), { targetPosition: { x: 60, y: 6 } })
  await saved
  await page.reload()
  await expect.poll(() => groupsOn(page)).toEqual(['default', 'G1'])

  await press(page, say('groups', 'action.edit', { name: 'default' }))
  await dialogOf(page).getByLabel(say('groups', 'form.name')).fill('G2')
  await press(dialogOf(page), say('groups', 'form.action'))
  await expect.poll(() => groupsOn(page)).toEqual(['G2', 'G1'])
  await press(page, say('groups', 'action.delete', { name: 'G2' }))
  await press(dialogOf(page), say('groups', 'delete.action'))
  await expect.poll(() => groupsOn(page)).toEqual(['G1'])

  const tiles = page.locator('.tile h2 a')
  await page.getByRole('link', { name: say('groups', 'back') }).click()
  await page.getByRole('tab', { name: 'G1' }).click()
  await expect(tiles).toHaveText(['Four', 'Two'])
  for (const itemId of itemIds.slice(4)) await client.call('item/delete', { item_id: itemId, password })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'G1' })).toHaveAttribute('aria-selected', 'true')
  await expect(tiles).toHaveText(['Four', 'Two'])
  await page.getByRole('tab', all).click()
  await expect(tiles).toHaveCount(4)
})
