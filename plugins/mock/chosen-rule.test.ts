import { expect, it } from 'vitest'
import { rememberCaller } from '#core/actor.ts'
import type { Context } from '#core/plugin.ts'
import { chosenRule } from './chosen-rule.ts'

const ITEM = { id: 7, visitPassword: null, visitGeneration: 1, ownerId: 1, archivedAt: null, type: 'regular' }
const PAGE = { id: 3, itemId: 7, deletion: null, title: 'Orders', authorId: 1 }
const RULE = { id: 1, itemId: 7, pageId: 3, data: { path: '/orders', method: '' } }
const ASKED = { place: { itemId: 7, path: '/orders' }, query: new URLSearchParams(), key: '' }

/** A server with these mocks, and the contexts of its visitors. */
function server(item: object = ITEM, list: readonly object[] = [RULE]) {
  const reads: string[] = []
  const read = async <T>(what: string, answer: T): Promise<T> => {
    reads.push(what)
    return answer
  }
  const facts = { item, page: PAGE, grants: [], passedGeneration: null, lock: null, topCatalogId: null }
  const store = {
    documents: { collection: () => ({ find: () => read('rules', { list, total: list.length }) }) },
    access: { ofPage: () => read('page', { ...facts, authorUsername: '', sealedKey: null, linkEndsAt: null }) },
  }
  const services = { clock: { now: () => new Date(0) } }
  const visitor = (passed: number | null = null): Context => {
    const session = { language: 'en', passedGeneration: () => passed }
    const caller = { actor: { kind: 'visitor' as const }, session }
    rememberCaller(caller)
    return { ...caller, store, services } as unknown as Context
  }
  return { reads, visitor }
}

it('reads the rules of a path and the page of one in one turn for all visitors who ask together', async () => {
  const { reads, visitor } = server()

  const chosen = await Promise.all(Array.from({ length: 20 }, () => chosenRule(ASKED, 'GET', visitor())))

  expect(chosen.map((each) => each?.isOpen)).toEqual(Array.from({ length: 20 }, () => true))
  expect(reads).toEqual(['rules', 'page'])
})

it('reads anew for whoever asks later', async () => {
  const { reads, visitor } = server()

  await chosenRule(ASKED, 'GET', visitor())
  await chosenRule(ASKED, 'GET', visitor())

  expect(reads).toEqual(['rules', 'page', 'rules', 'page'])
})

it('answers each visitor of a closed item by the password they gave, whoever asks first', async () => {
  for (const passes of [
    [1, null],
    [null, 1],
    [null, 1, 2, null, 1],
  ]) {
    const { visitor } = server({ ...ITEM, visitPassword: 'digest' })

    const chosen = await Promise.all(passes.map((passed) => chosenRule(ASKED, 'GET', visitor(passed))))

    const own = passes.map((passed) => (passed === 1 ? { document: RULE, isOpen: false } : null))
    expect(chosen, String(passes)).toEqual(own)
  }
})

it('answers each method that is asked for at the same time by its own rule', async () => {
  const rules = ['GET', 'POST'].map((method, at) => ({ ...RULE, id: at + 1, data: { ...RULE.data, method } }))
  const { visitor } = server(ITEM, rules)

  const chosen = await Promise.all(['GET', 'POST', 'PUT'].map((method) => chosenRule(ASKED, method, visitor())))

  expect(chosen.map((each) => each?.document.id)).toEqual([1, 2, undefined])
})
