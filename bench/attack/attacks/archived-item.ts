import { register, type RestClient } from '#tests/e2e/support/product.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import type { Attack } from '../attack.ts'

/**
 * Somebody who was removed and somebody who still manages it change an archived item in every way they know; the manager
 * may only take access away.
 */
export const attack: Attack = {
  name: 'a former member and a manager change an archived item',
  before: 'files could be deleted, and nobody could be removed',
  goal: '0 changes; members, teams and keys can be taken away',
  async run({ url, admin }) {
    const [former, manager, other] = [
      await register(url, 'attack-before'),
      await register(url, 'attack-manager'),
      await register(url, 'attack-other'),
    ]
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', {
      ...{ item_type: 1, item_name: 'Archived', password: 'a secret' },
    })
    for (const { username } of [former, manager, other])
      await admin.call('member/save', { item_id: itemId, username, member_group_id: 2 })
    const { page_id: pageId } = await former.client.call<{ page_id: number }>('page/save', {
      ...{ item_id: itemId, page_title: 'Page', page_content: 'text' },
    })
    const fileId = await uploaded(url, former.client, itemId, pageId)
    const { id: teamId } = await manager.client.call<{ id: number }>('team/save', { team_name: 'Own' })
    await manager.client.call('teamItem/save', { team_id: teamId, item_id: itemId })
    await admin.call('item/archive', { item_id: itemId, password: ADMIN.password })
    const members = await membersOf(admin, itemId)
    const remove = (by: RestClient, username: string) =>
      by.call('member/delete', {
        ...{ item_id: itemId, item_member_id: members.find((each) => each.username === username)?.item_member_id },
      })
    const taken = await countOf([() => remove(manager.client, former.username)])

    const resetKey = (client: RestClient) => client.call('item/resetKey', { item_id: itemId })
    const changes = await countOf([
      () => resetKey(former.client),
      ...[former.client, manager.client].flatMap((client) => changesBy(client, { itemId, pageId, fileId, teamId })),
    ])

    const bindings = await manager.client.call<readonly { id: number }[]>('teamItem/getListByTeam', { team_id: teamId })
    const away = await countOf([
      () => remove(manager.client, other.username),
      // Whoever knows the former key has lost it.
      () => resetKey(manager.client),
      ...bindings.map((binding) => () => manager.client.call('teamItem/delete', { id: binding.id })),
    ])
    const removed = taken + away
    return {
      now: `${changes} changes; ${removed} of 4 rights taken away`,
      isMet: changes === 0 && removed === 4,
    }
  },
}

interface Attacked {
  readonly itemId: number
  readonly pageId: number
  readonly fileId: number
  readonly teamId: number
}

const changesBy = (client: RestClient, { itemId, pageId, fileId, teamId }: Attacked): readonly Try[] =>
  (
    [
      ['page/save', { item_id: itemId, page_title: 'New', page_content: 'new' }],
      ['page/save', { item_id: itemId, page_id: pageId, page_title: 'Page', page_content: 'changed' }],
      ['page/delete', { item_id: itemId, page_id: pageId }],
      ['page/sort', { item_id: itemId, pages: JSON.stringify([{ page_id: pageId, s_number: 1 }]) }],
      ['catalog/save', { item_id: itemId, cat_name: 'New' }],
      ['item/update', { item_id: itemId, item_name: 'Changed' }],
      ['item/attorn', { item_id: itemId, username: 'attack-manager' }],
      ['item/delete', { item_id: itemId }],
      ['member/save', { item_id: itemId, username: 'attack-before', member_group_id: 2 }],
      ['teamItem/save', { team_id: teamId, item_id: itemId }],
      ['attachment/bindingPage', { file_id: fileId, page_id: pageId }],
      ['attachment/deleteMyAttachment', { file_id: fileId }],
      ['page/deleteUploadFile', { file_id: fileId, page_id: pageId }],
      ['mock/add', { page_id: pageId, template: '{}', request_path: '/x' }],
    ] as const
  ).map(
    ([address, fields]) =>
      () =>
        client.call(address, fields),
  )

type Try = () => Promise<unknown>

/** How many of these were not refused. */
async function countOf(tries: readonly Try[]): Promise<number> {
  let count = 0
  for (const attempt of tries)
    await attempt().then(
      () => (count += 1),
      () => undefined,
    )
  return count
}

const membersOf = (client: RestClient, itemId: number) =>
  client.call<readonly { username: string; item_member_id: number }[]>('member/getList', { item_id: itemId })

async function uploaded(url: string, client: RestClient, itemId: number, pageId: number): Promise<number> {
  const form = new FormData()
  form.set('user_token', client.token)
  form.set('page_id', String(pageId))
  form.set('item_id', String(itemId))
  form.set('file', new Blob(['how we pay']), 'notes.txt')
  const reply = await fetch(`${url}/api/page/upload`, { method: 'POST', body: form })
  const { data } = (await reply.json()) as { readonly data: { readonly file_id: number } }
  return data.file_id
}
