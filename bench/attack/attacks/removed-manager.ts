import { register, type RestClient } from '#tests/e2e/support/product.ts'
import type { Attack } from '../attack.ts'

/**
 * A manager binds a team of their own, is removed, and tries to get back in through it, or through later changes to it.
 */
export const attack: Attack = {
  name: 'a removed manager comes back by a team of their own',
  before: '2 of 2 still in the item',
  goal: '0 of 2',
  async run({ url, admin }) {
    const [mallory, friend] = [await register(url, 'attack-mallory'), await register(url, 'attack-friend')]
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', {
      ...{ item_type: 1, item_name: 'Attacked', password: 'a secret' },
    })
    await admin.call('member/save', { item_id: itemId, username: mallory.username, member_group_id: 2 })
    const { id: teamId } = await mallory.client.call<{ id: number }>('team/save', { team_name: 'Own' })
    const join = (username: string) =>
      mallory.client.call('teamMember/save', { team_id: teamId, member_username: username, team_member_group_id: 2 })
    await join(friend.username)
    await mallory.client.call('teamItem/save', { team_id: teamId, item_id: itemId })
    const members = await admin.call<readonly { item_member_id: number }[]>('member/getList', { item_id: itemId })
    for (const { item_member_id: id } of members)
      await admin.call('member/delete', { item_id: itemId, item_member_id: id })
    await join(mallory.username).catch(() => undefined)

    const inside = [mallory.client, friend.client].map((client) => sees(client, itemId))
    const count = (await Promise.all(inside)).filter(Boolean).length
    return { now: `${count} of 2 still in the item`, isMet: count === 0 }
  },
}

const sees = (client: RestClient, itemId: number): Promise<boolean> =>
  client.call('item/info', { item_id: itemId }).then(
    () => true,
    () => false,
  )
