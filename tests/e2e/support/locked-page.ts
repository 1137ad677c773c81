import type { Page } from '@playwright/test'
import type { Actor, Stage } from './journey.ts'

export const BASE = '# Login\n\nFirst.\n'

/** A page in a new item of `owner`, in which `mate` may edit when there is one. */
export async function pageOf(owner: Actor, mate: Actor | null = null) {
  const { item_id: itemId } = await owner.client.call<{ item_id: number }>('item/add', {
    item_type: 1,
    item_name: 'Payments',
  })
  if (mate) await owner.client.call('member/save', { item_id: itemId, username: mate.username, member_group_id: 1 })
  const { page_id: pageId } = await owner.client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Login', page_content: BASE },
  })
  return {
    itemId,
    pageId,
    view: `/${itemId}/${pageId}`,
    edit: `/page/edit/${itemId}/${pageId}`,
    stored: async () =>
      (await owner.client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content,
    holder: async () =>
      (await owner.client.call<{ lock_username: string }>('page/isLock', { page_id: pageId })).lock_username,
    release: ({ client }: Actor) => client.call('page/setLock', { page_id: pageId, item_id: itemId, lock_to: 1000 }),
  }
}
export const onScreen = ({ say }: Pick<Stage, 'say'>) => ({
  text: (page: Page) => page.getByRole('textbox', { name: say('editor', 'text.label') }),
  say: (key: string, variables?: Readonly<Record<string, string>>) => say('lock', key, variables),
  press: (page: Page, key: string, variables?: Readonly<Record<string, string>>) =>
    page.getByRole('button', { name: say('lock', key, variables) }).click(),
  async chooseTool(page: Page, key: string) {
    await page.getByRole('button', { name: say('editor', 'save.more') }).click()
    await page.getByRole('menuitem', { name: say('lock', key) }).click()
  },
  back: (page: Page) => page.getByRole('toolbar').getByRole('link', { name: say('editor', 'toolbar.back') }),
})
export const typeAt = async (page: Page, place: string, typed: string) => {
  await page.getByText(place).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}
