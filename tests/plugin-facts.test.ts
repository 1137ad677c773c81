import { expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { command, nothing, type CommandContext, type Handlers, type Outbox } from '#core/plugin.ts'
import { notesKept } from '#server/compose/plugin-outbox.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { hostOf, plugin } from './support/plugin-host.ts'
import { world } from './support/world.ts'

/** As JavaScript allows it: nothing holds a dropped-in plugin to `readonly`. */
function spoil({ item }: { readonly item: Item }): void {
  const open = item as { name: string; createdAt: Date }
  open.name = 'spoilt'
  open.createdAt.setFullYear(1970)
}

it('what a plugin changes in a fact is changed for nobody else', async () => {
  const heard: unknown[] = []
  const spoiling: Handlers = { 'item.added': async (_, fact) => spoil(fact) }
  const noting: Outbox = {
    notes: { 'item.added': (fact) => (spoil(fact), { name: fact.item.name }) },
    deliver: async () => {},
  }
  const found = [
    plugin('spoiling', { handlers: spoiling, outbox: noting }),
    plugin('hearing', { handlers: { 'item.added': async (_, { item }) => void heard.push(item.name) } }),
  ]
  const registry = new PluginRegistry()
  const { plugins } = await bringUpPlugins({ ...hostOf(found), registry })
  const followed: unknown[] = []
  const { owner } = await world({
    operations: named({ ...coreOperations }),
    after: plugins.flatMap(({ handlers }) => handlers ?? []),
    within: [
      notesKept(plugins),
      async (_, facts) => void followed.push(...facts.map(([, fact]) => (fact as { item: Item }).item.name)),
    ],
  })

  await owner.do(coreOperations.item.add, { itemType: 'regular', itemName: 'Payments' })

  expect(followed).toEqual(['Payments'])
  expect(heard).toEqual(['Payments'])
})

it('a plugin that announces what is no data fails itself, and nobody hears of it', async () => {
  const heard: string[] = []
  const announcing = command({
    ...{ summary: 'Announces.', audience: 'user', input: nothing(), output: nothing() },
    async run({ emit }: CommandContext) {
      emit('announcing.done' as 'item.added', { item: { name: () => 'Payments' } } as never)
      return {}
    },
  })
  const found = [
    plugin('announcing', { operations: { announcing: { announce: announcing } } }),
    plugin('listening', { handlers: { ['announcing.done' as 'item.added']: async () => void heard.push('done') } }),
  ]
  const registry = new PluginRegistry()
  const { plugins } = await bringUpPlugins({ ...hostOf(found), registry })
  const { owner } = await world({ after: plugins.flatMap(({ handlers }) => handlers ?? []) })
  const announce = plugins[0]?.operations?.['announcing']?.['announce'] as typeof announcing

  await expect(owner.do(announce, {})).rejects.toThrow('could not be cloned')

  expect(heard).toEqual([])
  expect(registry.list().find(({ id }) => id === 'listening')?.failures).toEqual([])
})
