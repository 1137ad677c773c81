import { expect, it } from 'vitest'
import { openStoreOf } from '#core/open-store.ts'
import type { Context } from '#core/plugin.ts'
import { argumentSeen, factSeen } from '#server/compose/plugin-sight.ts'
import { world } from '#tests/support/world.ts'

const ownOf = (pluginId: string) => ({ pluginId, jobs: new Set([`${pluginId}.work`]), tasks: new Set<string>() })

it('what plugins give each other at their points arrives as it is, whatever its parts are called', async () => {
  const shop = {
    store: { name: 'Corner shop', documents: ['licence'] },
    services: ['repair'],
    visitPassword: { hint: 'x' },
  }
  class Shop {
    readonly store = shop.store
    open = () => 'open'
  }
  const instance = new Shop()
  const arrived: unknown[] = []
  const sight = { own: ownOf('curious'), performable: <T>(operation: T) => operation }
  for (const given of [shop, instance, { services: shop.services }, { visitPassword: 'typed' }])
    arrived.push(argumentSeen(given, sight, false))

  expect(arrived[0]).toBe(shop)
  expect(arrived[1]).toBe(instance)
  expect(arrived).toEqual([shop, instance, { services: ['repair'] }, { visitPassword: 'typed' }])
  expect(factSeen(shop)).toEqual(shop)
})

it('what is made of the store of one plugin is narrowed anew for another, which finds its own there', async () => {
  const { database } = (await world()).product
  const { documents, jobs } = openStoreOf(database, ownOf('curious'))
  const others = openStoreOf({ documents, jobs } as Context['store'], ownOf('other'))

  expect(await others.documents.collection('other.things').count({})).toBe(0)
  await others.jobs.enqueue('other.work', {})
  expect(() => others.documents.collection('curious.things')).toThrow('the plugin other has no access')
  await expect(others.jobs.enqueue('curious.work', {})).rejects.toThrow('has no job named curious.work')
})
