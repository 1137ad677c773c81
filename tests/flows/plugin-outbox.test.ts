import { expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { perform } from '#core/perform.ts'
import { pageOperations } from '#core/page/operations.ts'
import { definePlugin, type Outbox } from '#core/plugin.ts'
import { TooLate } from '#core/within-time.ts'
import { notesKept, outboxJobs, resumeOutboxes } from '#server/compose/plugin-outbox.ts'
import { world } from '#tests/support/world.ts'

/** A world with a plugin of this outbox, and the jobs that wait in it. */
async function worldWith(outbox: Outbox) {
  const plugin = definePlugin({ id: 'test', apiVersion: 2, summary: 'Of a test.', outbox })
  const people = await world({ within: [notesKept([plugin])], fresh: true })
  const jobs = outboxJobs([plugin], people.product)
  const { jobTable } = people.product.database as OpenDatabase
  let laterMs = 0
  const waiting = () => jobTable.claim(new Date(Date.now() + (laterMs += 10_000)), 1_000, 10)
  return {
    ...people,
    plugin,
    waiting,
    isReady: () => jobs.get('test.outbox')?.isReady?.(),
    run: (payload: object) => jobs.get('test.outbox')?.run(payload, { signal: new AbortController().signal }),
  }
}
const noted = (note: (title: string) => object | null): Outbox['notes'] => ({
  'page.saved': ({ page }) => note(page.title),
})
const input = { pageId: 0, pageTitle: 'A secret', pageContent: 'x' }

it('a note is kept with the fact, and its job carries nothing of what it says (threats K3)', async () => {
  const { editor, addItem, waiting, close } = await worldWith({
    notes: noted((title) => ({ title })),
    deliver: async () => {},
  })

  await editor.do(pageOperations.save, { ...input, itemId: (await addItem()).id })

  expect((await waiting()).map(({ name, payload }) => ({ name, payload }))).toEqual([
    { name: 'test.outbox', payload: { noteId: expect.any(Number) as number } },
  ])
  await close()
})

it('a fact that is undone leaves no note', async () => {
  const { editor, addItem, product, waiting, close } = await worldWith({
    notes: noted((title) => ({ title })),
    deliver: async () => {},
  })
  const item = await addItem()
  const undone = { ...product, within: [...product.within, () => Promise.reject(new Error('undo'))] }

  await expect(perform(undone, pageOperations.save, editor.caller, { ...input, itemId: item.id })).rejects.toThrow()

  expect(await waiting()).toEqual([])
  await close()
})

it('a delivery that fails is undone and done again; once it went well, nothing is left to do', async () => {
  const told: string[] = []
  let isBroken = true
  const { editor, addItem, product, waiting, run, close } = await worldWith({
    notes: noted((title) => ({ title })),
    async deliver({ store, services }, note) {
      await store.documents.collection('test.told').put({ at: services.clock.now(), data: note })
      if (isBroken) throw new Error('the power is gone')
      told.push((note as { title: string }).title)
    },
  })
  await editor.do(pageOperations.save, { ...input, itemId: (await addItem()).id })
  const [job] = await waiting()
  const payload = job?.payload ?? {}

  await expect(run(payload)).rejects.toThrow('the power is gone')
  expect(await product.database.documents.collection('test.told').count({})).toBe(0)
  isBroken = false
  await run(payload)
  await run(payload)

  expect(told).toEqual(['A secret'])
  expect(await product.database.documents.collection('test.outbox').count({})).toBe(0)
  await close()
})

it('a delivery for which the product took too long is done again without a rest', async () => {
  let isOfProduct = true
  const { editor, addItem, waiting, run, isReady, close } = await worldWith({
    notes: noted((title) => ({ title })),
    deliver: () => Promise.reject(new TooLate('the outbox took longer than 60000 ms', isOfProduct)),
  })
  await editor.do(pageOperations.save, { ...input, itemId: (await addItem()).id })
  const [job] = await waiting()
  const deliver = () => expect(run(job?.payload ?? {})).rejects.toThrow('took longer')

  await deliver()
  expect(isReady()).toBe(true)
  isOfProduct = false
  await deliver()
  expect(isReady()).toBe(false)
  await close()
})

it('a note of a plugin that was away for so long that its delivery was given up is delivered after the next start', async () => {
  const told: object[] = []
  const { editor, addItem, plugin, product, waiting, run, close } = await worldWith({
    notes: noted((title) => ({ title })),
    deliver: async (_, note) => void told.push(note),
  })
  const { jobTable } = product.database as OpenDatabase
  const item = await addItem()
  for (const pageTitle of ['One', 'Two']) await editor.do(pageOperations.save, { ...input, pageTitle, itemId: item.id })
  const [one] = await waiting()
  if (one) await jobTable.fail(one, 'nothing here runs jobs of this name', null)

  await resumeOutboxes([plugin], product.database)

  const jobs = await waiting()
  for (const { payload } of jobs) await run(payload)
  expect(jobs).toHaveLength(2)
  expect(told).toEqual(expect.arrayContaining([{ title: 'One' }, { title: 'Two' }]))
  await close()
})

it.each([
  ['is promised, and breaks its promise', () => Promise.reject(new Error('boom'))],
  ['throws', () => JSON.parse('no JSON')],
  ['gives half a character', () => ({ text: '\ud800' })],
  ['gives U+0000', () => ({ text: '\0' })],
  ['goes in a circle', () => circle()],
  ['says that it is nothing', () => ({ toJSON: () => undefined })],
  ['is no object once it is JSON', () => new Date(0)],
  ['is too long', () => ({ text: 'x'.repeat(1_000_000) })],
  ['is too deep', () => ({ list: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown })],
])('a plugin whose note %s undoes no save', async (_, note) => {
  const { editor, addItem, waiting, close } = await worldWith({
    notes: noted(note as () => object),
    deliver: async () => {},
  })

  const saved = await editor.do(pageOperations.save, { ...input, itemId: (await addItem()).id })

  expect(saved.pageId).toBeGreaterThan(0)
  expect(await waiting()).toEqual([])
  await close()
})

it('text that only looks like half a character is kept', async () => {
  const { editor, addItem, waiting, close } = await worldWith({
    notes: noted(() => ({ text: String.raw`\ud800 and \u0000` })),
    deliver: async () => {},
  })

  await editor.do(pageOperations.save, { ...input, itemId: (await addItem()).id })

  expect(await waiting()).toHaveLength(1)
  await close()
})

function circle(): object {
  const around: { self?: object } = {}
  around.self = around
  return around
}
