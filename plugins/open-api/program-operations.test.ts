import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import plugin from './plugin.ts'

type Pair = Readonly<Record<'api_key' | 'api_token', string>>

let place: Site
let owner: Browser
let program: Browser
beforeAll(async () => {
  const operations = { ...coreOperations, ...plugin.operations }
  place = await site({ operations, plugins: [plugin], contributes: plugin.contributes })
  owner = await place.browserOf(place.world.owner)
  program = place.browser()
})
afterAll(() => place.close())

async function keyed(): Promise<{ readonly item: Item; readonly pair: Pair }> {
  const item = await place.world.addItem({ visitPassword: 'secret' })
  return { item, pair: (await owner.post('item/getKey', { item_id: item.id })).data as Pair }
}
/** As a script of a ShowDoc calls it. */
async function asked(call: string, fields: Readonly<Record<string, string | number>>) {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
  const response = await program.request({ method: 'GET', url: `/server/index.php?s=/api/${call}&${query}` })
  return response.json<{ readonly error_code: number; readonly data: unknown }>()
}

describe('a program with the key of an item, as with a ShowDoc', () => {
  it('reads a page by its number or its title, by GET and by POST', async () => {
    const { item, pair } = await keyed()
    const page = await place.world.addPage(item, { title: 'Refunds', content: '# Refunds' })
    const elsewhere = await place.world.addPage((await keyed()).item, { title: 'Elsewhere' })

    const told = { page_id: page.id, item_id: item.id, cat_id: 0, page_title: 'Refunds', page_content: '# Refunds' }
    expect(await asked('open/getPage', { ...pair, page_id: page.id })).toMatchObject({ error_code: 0, data: told })
    expect((await program.post('open/getPage', { ...pair, page_title: 'Refunds' })).data).toMatchObject(told)
    const refused = async (fields: Readonly<Record<string, string | number>>) =>
      (await program.post('open/getPage', { ...pair, ...fields })).error_code
    expect(await refused({ page_id: elsewhere.id })).toBe(10101)
    expect(await refused({ page_title: 'Elsewhere' })).toBe(10101)
    expect(await refused({})).toBe(10101)
    expect(await refused({ page_id: page.id, api_token: 'wrong' })).toBe(10306)
  })

  it('reads the catalogs and the pages in their order, with texts', async () => {
    const { item, pair } = await keyed()
    const catalog = await place.world.addCatalog(item, { name: 'Guides' })
    await place.world.addPage(item, { title: 'Welcome', content: 'hello' })
    await place.world.addPage(item, { title: 'Log in', content: 'log in', catalogId: catalog.id })

    const { data } = await asked('open/getCatalogTree', pair)

    expect(data).toMatchObject({
      pages: [{ page_title: 'Welcome', page_content: 'hello', cat_id: 0 }],
      catalogs: [
        {
          ...{ cat_id: catalog.id, cat_name: 'Guides', parent_cat_id: 0, level: 2 },
          ...{ pages: [{ page_title: 'Log in', page_content: 'log in' }], catalogs: [] },
        },
      ],
    })
  })

  it('puts a page of its item into the recycle bin, and none of another one', async () => {
    const { item, pair } = await keyed()
    const page = await place.world.addPage(item)
    const elsewhere = await place.world.addPage(await place.world.addItem())
    const deleted = (pageId: number) => program.post('open/deletePage', { ...pair, page_id: pageId })

    expect((await deleted(elsewhere.id)).error_code).toBe(10101)
    expect(await deleted(page.id)).toMatchObject({ error_code: 0, data: { page_id: page.id } })

    expect((await owner.post('recycle/getList', { item_id: item.id })).data).toMatchObject([{ page_id: page.id }])
    expect((await deleted(page.id)).error_code).toBe(10101)
  })

  it('adds, renames, sorts and deletes catalogs of its item only', async () => {
    const { item, pair } = await keyed()
    const foreign = await place.world.addCatalog(await place.world.addItem(), { name: 'Foreign' })
    const call = (name: string, fields: Readonly<Record<string, string | number>>) =>
      program.post(`open/${name}Catalog`, { ...pair, ...fields })

    const { data: guides } = await call('create', { cat_name: 'Guides' })
    const { data: below } = await call('create', { cat_name: 'Below', parent_cat_id: guides.cat_id, s_number: 3 })
    expect(below).toMatchObject({ item_id: item.id, parent_cat_id: guides.cat_id, level: 3, s_number: 3 })
    expect((await call('update', { cat_id: guides.cat_id, s_number: 7 })).data).toMatchObject({ s_number: 7 })
    const renamed = (await call('update', { cat_id: guides.cat_id, cat_name: 'Manuals' })).data
    expect(renamed).toMatchObject({ cat_name: 'Manuals', s_number: 7 })
    expect((await call('update', { cat_id: guides.cat_id })).error_code).toBe(10101)
    for (const name of ['update', 'delete'])
      expect((await call(name, { cat_id: foreign.id, cat_name: 'Mine' })).error_code).toBe(10101)
    expect(await call('delete', { cat_id: guides.cat_id })).toMatchObject({ data: { cat_id: guides.cat_id } })
    expect((await owner.post('catalog/catListGroup', { item_id: item.id })).data).toEqual([])
  })

  it('attaches a file to a page, which is one of the owner of the item', async () => {
    const { item, pair } = await keyed()
    const page = await place.world.addPage(item)

    const sent = await program.upload(
      'open/uploadAttachment',
      { name: '报告.txt', content: 'report' },
      { ...pair, page_id: page.id },
    )

    expect(sent).toMatchObject({ error_code: 0, data: { sign: expect.stringMatching(/^[\w-]{32}$/) as string } })
    expect(sent.data.url).toMatch(new RegExp(`^https?://.+/attachment/${sent.data.sign}$`))
    const files = (await owner.post('page/uploadList', { page_id: page.id })).data
    expect(files).toMatchObject([{ file_id: sent.data.file_id, display_name: '报告.txt' }])
    expect((await owner.post('attachment/getMyList')).data.list).toMatchObject([{ file_id: sent.data.file_id }])
    expect(await program.post('open/deleteAttachment', { ...pair, sign: sent.data.sign })).toMatchObject({
      data: { file_id: sent.data.file_id },
    })
    expect((await owner.post('page/uploadList', { page_id: page.id })).data).toEqual([])
  })

  it('sends a file for no page, and deletes it by its number or its address', async () => {
    const { pair } = await keyed()
    const other = (await keyed()).pair
    const sent = async () =>
      (await program.upload('open/uploadAttachment', { name: 'a.txt', content: 'report' }, pair)).data
    const [first, second] = [await sent(), await sent()]
    const deleted = async (fields: object) =>
      (await program.post('open/deleteAttachment', { ...pair, ...fields })).error_code

    expect(await deleted({ ...other, file_id: first.file_id })).toBe(10101)
    expect(await deleted({ ...other, file_url: first.url })).toBe(10101)
    expect(await deleted({ file_id: first.file_id })).toBe(0)
    expect(await deleted({ file_url: second.url })).toBe(0)
    expect(await deleted({ file_id: second.file_id })).toBe(10101)
    expect(await deleted({})).toBe(10101)
  })

  it('never leaves a file for no page of which it is not noted that a program sent it', async () => {
    const { pair } = await keyed()
    const database = place.world.product.database as OpenDatabase
    // As where the process dies at the note.
    await database.script(`create function dies() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
      create trigger dies before insert on document for each row when (new.collection = 'open-api.sent-file')
        execute function dies();`)
    const file = { name: 'unnoted.txt', content: 'report' }

    const { error_code: code } = await program.upload('open/uploadAttachment', file, pair)

    await database.script('drop trigger dies on document; drop function dies();')
    expect(code).not.toBe(0)
    const files = (await owner.post('attachment/getMyList', { display_name: 'unnoted' })).data.list
    expect(files).toEqual([])
    const { data } = await program.upload('open/uploadAttachment', file, pair)
    expect((await program.post('open/deleteAttachment', { ...pair, file_id: data.file_id })).error_code).toBe(0)
  })

  it('deletes no file that a page of another item uses, open as that may be', async () => {
    const { pair } = await keyed()
    const open = await place.world.addPage(await place.world.addItem())
    const file = { name: 'a.txt', content: 'report' }
    const { data } = await owner.upload('page/upload', file, { page_id: open.id })

    const { error_code: code } = await program.post('open/deleteAttachment', { ...pair, file_id: data.file_id })

    expect(code).toBe(10101)
    expect((await owner.post('page/uploadList', { page_id: open.id })).data).toHaveLength(1)
  })

  it('takes a file of somebody else off its pages, and leaves it to them', async () => {
    const { item, pair } = await keyed()
    const page = await place.world.addPage(item)
    const editor = await place.browserOf(place.world.editor)
    const file = { name: 'own.txt', content: 'own' }
    const { data } = await editor.upload('page/upload', file, { page_id: page.id })

    expect((await program.post('open/deleteAttachment', { ...pair, file_id: data.file_id })).error_code).toBe(0)

    expect((await owner.post('page/uploadList', { page_id: page.id })).data).toEqual([])
    expect((await editor.post('attachment/getMyList')).data.list).toMatchObject([{ file_id: data.file_id }])
  })

  it('has a file taken only with a key, wherever in the form that is', async () => {
    const { pair } = await keyed()
    const received = place.world.product.services.incoming
    let names: string[] = []
    const receive = received.receive.bind(received)
    received.receive = (name, ...given) => {
      names = [...names, name]
      return receive(name, ...given)
    }
    const file = { name: 'late.txt', content: 'late' }
    // The first request of a browser goes to the server on which files are counted.
    const anew = () => place.browser()

    const wrong = { ...pair, api_token: 'wrong' }
    async function sentBefore(key: Pair): Promise<number> {
      const form = new FormData()
      form.append('file', new Blob(['late']), 'late.txt')
      for (const [name, value] of Object.entries(key)) form.append(name, value)
      const encoded = new Response(form)
      const response = await anew().request({
        ...{ method: 'POST', url: '/api/open/uploadAttachment', payload: Buffer.from(await encoded.arrayBuffer()) },
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      })
      return response.json<{ readonly error_code: number }>().error_code
    }
    expect((await anew().upload('open/uploadAttachment', file, wrong)).error_code).toBe(10306)
    expect(await sentBefore(wrong)).toBe(10306)
    expect((await anew().upload('open/uploadAttachment', file)).error_code).toBe(10102)
    expect(names).toEqual([])
    expect((await anew().upload('open/uploadAttachment', file, pair)).error_code).toBe(0)
    expect(await sentBefore(pair)).toBe(0)
    expect(names).toEqual(['late.txt', 'late.txt'])
  })
})
