import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { search, info } = itemOperations
const titlesOf = ({ pages }: { readonly pages: readonly { readonly pageTitle: string }[] }) =>
  pages.map(({ pageTitle }) => pageTitle)

async function library() {
  const all = await world()
  const item = await all.addItem({ name: 'Handbook' })
  await all.addPage(item, { title: 'Log in', content: 'The **user_id** and the token of the userId field' })
  await all.addPage(item, { title: '用户登录', content: '登录接口返回令牌和数据' })
  await all.addPage(item, { title: 'Tokens', content: 'about signing' })
  return { ...all, item }
}

describe('searching an item', () => {
  it.each([
    ['user_id', ['Log in']],
    ['ser_i', ['Log in']],
    ['USERID', ['Log in']],
    ['令牌', ['用户登录']],
    ['数', ['用户登录']],
    ['登录接口', ['用户登录']],
    ['token user_id', ['Log in']],
    ['token 令牌', []],
    ['nothing like that', []],
    ['100%', []],
  ])('finds every page that contains all of %j', async (keyword, titles) => {
    const { reader, item } = await library()
    expect(titlesOf(await reader.do(search, { keyword, itemId: item.id }))).toEqual(titles)
  })

  it('puts hits in the title before hits in the text', async () => {
    const { reader, item } = await library()

    expect(titlesOf(await reader.do(search, { keyword: 'token', itemId: item.id }))).toEqual(['Tokens', 'Log in'])
  })

  it('shows the text around the hit, with the hit marked', async () => {
    const { reader, item } = await library()

    const { pages, itemName } = await reader.do(search, { keyword: '令牌', itemId: item.id })

    expect(itemName).toBe('Handbook')
    expect(pages[0]).toMatchObject({ itemName: 'Handbook', searchContent: '登录接口返回令牌和数据' })
    expect(pages[0]?.contentParts).toEqual([
      { text: '登录接口返回', isHit: false },
      { text: '令牌', isHit: true },
      { text: '和数据', isHit: false },
    ])
  })

  it('takes every sign as it is, in titles and in texts', async () => {
    const { editor, item } = await library()
    const signs = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']
    for (const sign of signs) {
      const saved = { itemId: item.id, pageTitle: `head${sign}er`, pageContent: `X${sign}Token` }
      await editor.do(pageOperations.save, saved)
    }

    for (const sign of signs)
      for (const keyword of [`head${sign}er`, `X${sign}Token`]) {
        const { pages } = await editor.do(search, { keyword, itemId: item.id })
        expect([keyword, titlesOf({ pages }).includes(`head${sign}er`)]).toEqual([keyword, true])
      }
  })

  it('tells where in the item each page stands, and shows its text as it is read', async () => {
    const { editor, item } = await library()
    const { catalogId: top } = await editor.do(catalogOperations.save, { itemId: item.id, catalogName: '接口' })
    const { catalogId } = await editor.do(catalogOperations.save, {
      ...{ itemId: item.id, catalogName: 'v2', parentId: top },
    })
    const pageContent = '## Fields\n\n| name | **note** |\n| --- | --- |\n| `quokka_id` | small |'
    await editor.do(pageOperations.save, { itemId: item.id, catalogId, pageTitle: 'Animals', pageContent })

    const { pages } = await editor.do(search, { keyword: 'quokka', itemId: item.id })

    expect(pages[0]?.catalogPath).toEqual(['接口', 'v2'])
    expect(pages[0]?.contentParts.map(({ text }) => text).join('')).toBe('…name · note quokka_id · small')
  })

  it('follows changes at once: new text is found, old text and deleted pages are not', async () => {
    const { editor, item } = await library()
    const { pageId } = await editor.do(pageOperations.save, {
      itemId: item.id,
      pageTitle: 'fresh',
      pageContent: 'zebra',
    })
    expect(titlesOf(await editor.do(search, { keyword: 'zebra', itemId: item.id }))).toEqual(['fresh'])

    await editor.do(pageOperations.save, { pageId, pageTitle: 'fresh', pageContent: 'giraffe' })
    expect(titlesOf(await editor.do(search, { keyword: 'zebra', itemId: item.id }))).toEqual([])

    await editor.do(pageOperations.delete, { pageId })
    expect(titlesOf(await editor.do(search, { keyword: 'giraffe', itemId: item.id }))).toEqual([])
  })

  it('refuses what may not start a search', async () => {
    const { reader, item } = await library()

    for (const keyword of ['', ' ', 'a', '7']) {
      expect(await outcomeOf(reader.do(search, { keyword, itemId: item.id }))).toBe('invalidInput')
    }
  })
})

describe('searching everything', () => {
  it('finds pages of my items only, private ones of others and open ones of strangers left out', async () => {
    const { reader, stranger, admin, addItem, addPage } = await library()
    const hidden = await addItem({ ownerId: stranger.id, visitPassword: 'secret', name: 'Hidden' })
    await addPage(hidden, { title: 'xylophone plans', content: '' })

    expect(titlesOf(await reader.do(search, { keyword: 'signing' }))).toEqual(['Tokens'])
    expect(titlesOf(await stranger.do(search, { keyword: 'xylophone' }))).toEqual(['xylophone plans'])
    expect(titlesOf(await stranger.do(search, { keyword: 'signing' }))).toEqual([])
    expect(titlesOf(await admin.do(search, { keyword: 'xylophone' }))).toEqual([])
  })
})

describe('filtering the menu of an item', () => {
  it('gives a flat list of the pages that contain the keyword, to visitors too', async () => {
    const { visitor, item } = await library()

    const { menu } = await visitor.do(info, { itemId: item.id, keyword: 'Token' })

    expect(titlesOf(menu)).toEqual(['Tokens', 'Log in'])
    expect(menu.catalogs).toEqual([])
    expect((await visitor.do(info, { itemId: item.id, keyword: 'absent' })).menu).toEqual({ pages: [], catalogs: [] })
  })
})
