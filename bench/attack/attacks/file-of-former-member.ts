import { register } from '#tests/e2e/support/product.ts'
import type { Attack } from '../attack.ts'

/** A removed member deletes files they once attached to pages they can no longer read. */
export const attack: Attack = {
  name: 'a former member deletes a file of a page that is closed to them',
  before: 'the file was gone',
  goal: 'the file stays',
  async run({ url, admin }) {
    const { username, client } = await register(url, 'attack-former')
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', {
      ...{ item_type: 1, item_name: 'With a file', password: 'a secret' },
    })
    await admin.call('member/save', { item_id: itemId, username, member_group_id: 1 })
    const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
      ...{ item_id: itemId, page_title: 'Page', page_content: 'text' },
    })
    const form = new FormData()
    form.set('user_token', client.token)
    form.set('page_id', String(pageId))
    form.set('item_id', String(itemId))
    form.set('file', new Blob(['how we pay']), 'notes.txt')
    const uploaded = await fetch(`${url}/api/page/upload`, { method: 'POST', body: form })
    const { data } = (await uploaded.json()) as { readonly data: { readonly file_id: number } }
    const members = await admin.call<readonly { item_member_id: number }[]>('member/getList', { item_id: itemId })
    for (const { item_member_id: id } of members)
      await admin.call('member/delete', { item_id: itemId, item_member_id: id })

    await client.call('attachment/deleteMyAttachment', { file_id: data.file_id }).catch(() => undefined)

    const left = await admin.call<readonly unknown[]>('page/uploadList', { page_id: pageId })
    return { now: `${left.length} of 1 file left on the page`, isMet: left.length === 1 }
  },
}
