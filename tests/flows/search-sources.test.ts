import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import {
  PLUGIN_API_VERSION,
  contribute,
  definePlugin,
  searchSources,
  type Contribution,
  type SearchSource,
  type SourceHit,
} from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import type { Person } from '#tests/support/people.ts'
import { world } from '#tests/support/world.ts'

const { findElsewhere } = coreOperations.page
interface Entry {
  readonly word: string
  readonly pageId: number | null
}

/** A dictionary of words, each with the page that explains it, which asks nobody who may know. */
const dictionary = (entries: readonly Entry[]) =>
  definePlugin({
    id: 'dictionary',
    apiVersion: PLUGIN_API_VERSION,
    summary: 'Explains words.',
    contributes: [
      contribute(searchSources, {
        id: 'dictionary',
        title: { en: 'Dictionary', 'zh-cn': '词典' },
        find: async (_, { words }) =>
          entries
            .filter((entry) => words.every((word) => entry.word.includes(word)))
            .map(({ word, pageId }) => ({ pageId, title: word, excerpt: `${word}: …`, path: '/dictionary' })),
      }),
    ],
  })
const broken = (find: SearchSource['find']) =>
  contribute(searchSources, { id: 'broken', title: { en: 'Broken', 'zh-cn': '损坏' }, limitMs: 50, find })

async function library(...more: readonly Contribution[]) {
  const entries: Entry[] = []
  const all = await world({ contributes: [...more, ...dictionary(entries).contributes] })
  const add = (word: string, pageId: number | null) => entries.push({ word, pageId })
  const found = async (person: Person, keyword: string, itemId = 0) =>
    (await person.do(findElsewhere, { keyword, itemId })).sources.flatMap(({ title, hits }) =>
      hits.map(({ titleParts }) => `${title}: ${titleParts.map(({ text }) => text).join('')}`),
    )
  return { ...all, add, found }
}

describe('what a plugin finds', () => {
  it('is told to those who may read its page, and to nobody else, whatever the source asks', async () => {
    const { add, found, addItem, addMember, addCatalog, addPage, addUser, ...all } = await library()
    const item = await addItem({ visitPassword: 'sesame' })
    const [mine, others] = [await addCatalog(item), await addCatalog(item, { name: 'Secret' })]
    const limited = await addUser('lena')
    await addMember(item, limited, 'reader', mine.id)
    add('quokka here', (await addPage(item, { catalogId: mine.id })).id)
    add('quokka there', (await addPage(item, { catalogId: others.id })).id)
    const recycled = await addPage(item, { deletion: { at: all.clock.now(), byId: all.owner.id } })
    add('quokka gone', recycled.id)
    add('quokka nowhere', 999_999)
    add('quokka for all', null)

    const whole = ['Dictionary: quokka here', 'Dictionary: quokka there', 'Dictionary: quokka for all']
    for (const person of [all.owner, all.reader]) expect(await found(person, 'QUOKKA')).toEqual(whole)
    expect(await found(limited, 'quokka', item.id)).toEqual([whole[0], whole[2]])
    expect(await found(all.stranger, 'quokka')).toEqual([whole[2]])
    expect(await outcomeOf(found(all.stranger, 'quokka', item.id))).toBe('itemClosed')
    expect(await outcomeOf(found(all.visitor, 'quokka'))).toBe('loginRequired')
  })

  it('comes with its words marked, twenty of it at most', async () => {
    const { add, reader } = await library()
    for (let n = 0; n < 21; n += 1) add(`numbat ${n}`, null)

    const { sources } = await reader.do(findElsewhere, { keyword: 'numbat' })

    expect(sources).toMatchObject([{ id: 'dictionary', title: 'Dictionary' }])
    expect(sources[0]?.hits).toHaveLength(20)
    expect(sources[0]?.hits[0]).toEqual({
      ...{ path: '/dictionary', itemName: '', authorName: '', at: null },
      titleParts: [
        { text: 'numbat', isHit: true },
        { text: ' 0', isHit: false },
      ],
      contentParts: [
        { text: 'numbat', isHit: true },
        { text: ' 0: …', isHit: false },
      ],
    })
  })

  it('is looked through no further than a thousand results, however many a source gives', async () => {
    const looked: number[] = []
    const hit: SourceHit = { pageId: null, title: 'quokka', excerpt: '', path: '/item/index' }
    const further = (at: number): SourceHit => ({
      ...hit,
      get title() {
        looked.push(at)
        return ''
      },
    })
    const { found, owner } = await library(
      broken(async () => Array.from({ length: 2_000 }, (_, at) => (at < 1_000 ? hit : further(at)))),
    )

    expect(await found(owner, 'quokka')).toHaveLength(20)
    expect(looked).toEqual([])
  })

  it('is looked for without the store, in whose hands pages of everybody would lie', async () => {
    const given: string[] = []
    const { found, reader } = await library(
      broken(async (ground) => {
        given.push(...Object.keys(ground), ...Object.keys(ground.store))
        return []
      }),
    )

    await found(reader, 'wombat')

    expect(given.toSorted()).toEqual(['documents', 'found', 'readablePages', 'settings', 'store'])
  })
})

describe('a source that is broken', () => {
  const hit: SourceHit = { pageId: null, title: 'wombat', excerpt: '', path: '/x' }
  it.each<readonly [string, SearchSource['find']]>([
    ['throws', () => Promise.reject(new Error('the cache fell over'))],
    [
      'throws at once',
      () => {
        throw new Error('the cache fell over')
      },
    ],
    ['hangs', () => new Promise(() => {})],
    ['gives no list', async () => 'wombat' as never],
    ['gives hits without a title', async () => [{ ...hit, title: undefined as never }]],
    ['leads to another site', async () => [{ ...hit, path: '//evil.example' }]],
    ['leads into a script', async () => [{ ...hit, path: 'javascript:alert(1)' }]],
  ])('so that it %s is left out, and the others are shown', async (_, find) => {
    const { add, found, reader } = await library(broken(find))
    add('wombat', null)

    expect(await found(reader, 'wombat')).toEqual(['Dictionary: wombat'])
  })
})
