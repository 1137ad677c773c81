import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rawZip } from '#tests/support/raw-zip.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { readHere } from '../testing/read-here.ts'
import { zipped } from '../testing/zipped.ts'
import { readShowDoc } from './showdoc-reader.ts'

const formats = plugin.contributes.map(({ value }) => value)
const page = (id: number, title: string, content: string) => ({
  page_id: String(id),
  page_title: title,
  page_content: content,
  s_number: '3',
})
const info = {
  item_type: '1',
  item_name: 'Shop &amp; more',
  item_description: 'All of it',
  password: 'p',
  pages: {
    pages: [page(1, 'Start', 'a &lt; b &amp;&amp; see [two](/web/#/9/2) and [far](#/9/99)')],
    catalogs: [{ cat_name: 'Guides', s_number: '5', pages: [page(2, 'Two', '&quot;x&quot; &amp;lt;')], catalogs: [] }],
  },
}

describe('an export of ShowDoc', () => {
  it('becomes the tree it was, with its signs and its links', async () => {
    const { item, catalogs, pages, warnings } = await readHere(readShowDoc, 'info.json', JSON.stringify(info))

    expect(item).toMatchObject({ name: 'Shop & more', description: 'All of it', type: 'regular' })
    expect(catalogs).toEqual([{ id: 'catalog 1', parentId: null, name: 'Guides', order: 5 }])
    expect(pages).toEqual([
      {
        id: 'page 1',
        catalogId: null,
        title: 'Start',
        order: 3,
        content: 'a < b && see [two](page:page 2) and [far](#/9/99)',
      },
      { id: 'page 2', catalogId: 'catalog 1', title: 'Two', order: 3, content: '"x" &lt;' },
    ])
    expect(warnings).toEqual([])
  })

  it('keeps the places within pages that links lead to, as items taken back from here have them', async () => {
    const content =
      '[a](/web/#/9/2#错误码) [b](/index.php?s=/9&page_id=2#x) [c](#/page/2#) <a href="#/9/2#x"> [d](/web/#/9/99#x) [e](/web/#/9/2/3#x)'
    const pages = { pages: [page(1, 'Start', content), page(2, 'Two', '')], catalogs: [] }

    const { pages: made } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, pages }))

    expect(made[0]?.content).toBe(
      '[a](page:page 2#错误码) [b](page:page 2#x) [c](page:page 2#) <a href="page:page 2#x"> [d](/web/#/9/99#x) [e](/web/#/9/2/3#x)',
    )
  })

  it('keeps code and links of other sites as they are', async () => {
    const kept = '`[two](/web/#/9/2)`\n\n```\n[two](/web/#/9/2)\n```\n\n#/9/2 and [two](https://other.test/web/#/9/2)'
    const content = `${kept} and [two](/web/#/9/2) and [two](/index.php?s=/9&page_id=2) and <a href="#/page/2">, <a href='#/page/2'>, <a href=\\"#/page/2\\">`
    const pages = { pages: [page(1, 'Start', content), page(2, 'Two', '')], catalogs: [] }

    const { pages: made, warnings } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, pages }))

    const link = 'page:page 2'
    const inHtml = `<a href="${link}">, <a href='${link}'>, <a href=\\"${link}\\">`
    expect(made[0]?.content).toBe(`${kept} and [two](${link}) and [two](${link}) and ${inHtml}`)
    expect(warnings.at(-1)).toContain('Links to other.test stay as they are')
  })

  it.each([
    [{ former: 'https://Docs.test/showdoc/' }, ''],
    [{ former: 'docs.test' }, ''],
    [{}, '![](http://docs.test/server/index.php?s=/api/attachment/visitFile&sign=1) '],
    [{}, '![](https://docs.test/Public/Uploads/2022-04-14/a.png) '],
  ])('follows links to its own host, as people give it or its files have it: %o %s', async (options, file) => {
    const content = `${file}[two](https://docs.test/showdoc/web/#/9/2) [other](https://other.test/web/#/9/2)`
    const pages = { pages: [page(1, 'Start', content), page(2, 'Two', '')], catalogs: [] }

    const { pages: made } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, pages }), { options })

    expect(made[0]?.content).toBe(`${file}[two](page:page 2) [other](https://other.test/web/#/9/2)`)
  })

  it('makes links of addresses by themselves, which keep their text, and leaves code, JSON and other hosts', async () => {
    const own = 'https://docs.test/web/#/9/2'
    const code = `\`${own}\` [text ${own} of](/elsewhere) https://other.test/web/#/9/2 ${own}2 <code>${own}</code>\n\n    ${own}`
    const json = `{"info":{"remark":"${own} "}}`
    const sheet = `[{"name":"Links","rows":{"0":{"cells":{"0":{"text":"at ${own}"}}}}}]`
    const pages = {
      pages: [
        page(1, 'Start', `见${own}，<${own}> (${own}) ${code}`),
        page(2, 'Two', ''),
        page(3, 'Call', json),
        page(4, 'Sheet', sheet),
      ],
      catalogs: [],
    }

    const options = { options: { former: 'docs.test' } }
    const { pages: made } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, pages }), options)

    const link = `[${own}](page:page 2)`
    expect(made[0]?.content).toBe(`见${link}，${link} (${link}) ${code}`)
    expect(made.find(({ title }) => title === 'Call')?.content).toBe(json)
    expect(made.find(({ title }) => title === 'Sheet')?.content).toBe(sheet)
  })

  it('is closed by the visit password that it had, as people type it', async () => {
    const { item } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, password: 'a&amp;b' }))

    expect(item).toMatchObject({ visibility: 'password', password: 'a&b' })
  })

  it.each([
    [1, 'regular'],
    ['2', 'single'],
    [3, 'runapi'],
    ['4', 'table'],
    ['5', 'regular'],
    ['constructor', 'regular'],
    [null, 'regular'],
  ])('with the type %s is an item of the type %s', async (item_type, type) => {
    const pages = { pages: [page(1, 'Start', 'a')], catalogs: [] }

    const { item } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, item_type, pages }))

    expect(item).toMatchObject({ type })
  })

  it.each([
    ['5', 'a whiteboard'],
    ['6', 'a kanban board'],
  ])('of the type %s is said to have been %s', async (item_type, what) => {
    const { item, warnings } = await readHere(readShowDoc, 'info.json', JSON.stringify({ ...info, item_type }))

    expect(item).toMatchObject({ type: 'regular' })
    expect(warnings).toEqual([expect.stringContaining(`The item was ${what}, which does not exist here.`)])
  })

  it.each(['info.json', 'prefix_info.json'])('comes as a zip with %s', async (name) => {
    const bytes = await zipped({ 'Start.md': '# Start', [name]: JSON.stringify(info) })

    const { format, pages } = await foundIn(formats, sourceOf('showdoc.zip', bytes))

    expect(format).toBe('showdoc')
    expect(pages.map(({ title, content }) => [title, content])).toEqual([
      ['Start', 'a < b && see [two](page:page 2) and [far](#/9/99)'],
      ['Two', '"x" &lt;'],
    ])
  })

  it('may be one API document', async () => {
    const document = { info: { title: 'Pay', url: '/pay' }, request: {}, response: {}, extend: { own: 1 } }

    const { format, pages } = await foundIn(formats, sourceOf('pay.json', JSON.stringify(document)))

    expect(format).toBe('showdoc')
    expect(pages).toMatchObject([{ title: 'Pay' }])
    expect(JSON.parse(pages[0]?.content ?? '')).toEqual(document)
  })

  it('is refused by the size it states before it is unpacked', async () => {
    const content = randomBytes(500_000)
    const bytes = rawZip([{ name: 'info.json', content, size: 70_000_000 }])

    expect(await refusalBy(foundIn(formats, sourceOf('bomb.zip', bytes)))).toMatchObject({
      kind: 'importBroken',
      details: { problem: expect.stringMatching(/holds more than \d+ MB when it is unpacked/) },
    })
  })
})
