import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { JSDOM } from 'jsdom'
import { beforeEach, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import html from '#plugins/html-export/plugin.ts'
import archive from '#plugins/markdown-archive/plugin.ts'
import word from '#plugins/word-export/plugin.ts'
import type { Person } from '#tests/support/people.ts'
import { received } from '#tests/support/random-items.ts'
import { world, type World } from '#tests/support/world.ts'
import { commentsOperations } from './operations.ts'
import plugin from './plugin.ts'

const { add, resolve, delete: remove, allow } = commentsOperations.comment

let all: World
let item: Item
let page: Page
beforeEach(async () => {
  const contributes = [plugin, html, archive, word].flatMap(({ contributes: values }) => [...values])
  all = await world({ contributes })
  item = await all.addItem({ name: 'Pay' })
  page = await all.addPage(item, { title: 'Refunds', content: '# How\n\nRefunds take two days.' })
})

const say = (person: Person, text: string, more: object = {}) => person.do(add, { pageId: page.id, text, ...more })

async function exported(format: string, withComments: boolean, by: Person = all.owner): Promise<Buffer> {
  const options: Readonly<Record<string, boolean>> = withComments ? { withComments } : {}
  const { content } = await by.do(coreOperations.export.file, { format, itemId: item.id, options })
  return buffer(Readable.from(content))
}
async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, string>> {
  const entries = new Map<string, string>()
  const opened = await yauzl.fromBufferPromise(zip)
  for await (const entry of opened.eachEntry())
    entries.set(entry.fileName, String(await buffer(await opened.openReadStreamPromise(entry))))
  return entries
}
/** All text of an export, whatever its format. */
async function textOf(format: string, withComments: boolean, by?: Person): Promise<string> {
  const bytes = await exported(format, withComments, by)
  return format === 'html' ? String(bytes) : [...(await entriesOf(bytes)).values()].join('\n')
}
const FORMATS = ['html', 'html-folder', 'markdown', 'word']

describe('comments in an export', () => {
  it.each(FORMATS)('are in it by choice alone: %s', async (format) => {
    const { threadId } = await say(all.reader, 'Still two <days>?', { quote: 'two days', before: 'take ', after: '.' })
    await say(all.editor, 'Three by now.', { threadId })
    await all.editor.do(resolve, { threadId })

    const text = await textOf(format, true)

    expect(text).toMatch(/Still two (&lt;days&gt;|<days>)\?/)
    expect(text).toContain('Three by now.')
    expect(text).toContain('Resolved')
    expect(await textOf(format, false)).not.toMatch(/Still two|Three by now/)
  })

  it.each(FORMATS)('are those that whoever exports may read: %s', async (format) => {
    await say(all.owner, 'for editors alone')
    await all.owner.do(allow, { itemId: item.id, commenters: 'editors' })
    expect(await textOf(format, true, all.editor)).toContain('for editors alone')

    const other = await all.addItem({ name: 'Elsewhere' })
    const elsewhere = await all.addPage(other, { title: 'Elsewhere' })
    await all.owner.do(add, { pageId: elsewhere.id, text: 'of another item' })

    expect(await textOf(format, true)).not.toContain('of another item')
  })

  it('leave out what was deleted, and name nobody whose account is gone', async () => {
    const { threadId, commentId } = await say(all.editor, 'taken back')
    await say(all.reader, 'an answer', { threadId })
    await all.editor.do(remove, { commentId })
    const gone = await all.addUser('gone')
    await all.addMember(item, gone, 'reader')
    await say(gone, 'somebody said')
    await all.admin.do(coreOperations.adminUser.delete, { userId: gone.user?.id ?? 0 })

    const document = new JSDOM(String(await exported('html', true))).window.document

    const threads = [...document.querySelectorAll('.threads .thread')].map(({ textContent }) => textContent ?? '')
    expect(threads).toHaveLength(2)
    expect(threads[0]).toContain('an answer')
    expect(threads[0]).not.toContain('taken back')
    expect(threads[1]).toMatch(/Deleted account.*somebody said/s)
  })

  it('lie beside their page in an archive, and never become pages again', async () => {
    await all.addPage(item, { title: 'Refunds.comments', content: 'a page of that name' })
    await say(all.editor, 'Three by now.')
    const zip = await exported('markdown', true)

    const entries = await entriesOf(zip)
    const { itemId } = await all.owner.do(coreOperations.import.auto, {
      file: await received(all, zip, 'pay.zip'),
      itemId: 0,
    })

    expect([...entries.keys()].toSorted()).toEqual([
      'Refunds.comments (2).md',
      'Refunds.comments.md',
      'Refunds.md',
      'octavo.json',
    ])
    const titles = (await all.product.database.pages.ofItem(itemId)).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['Refunds', 'Refunds.comments'])
  })

  it('run nothing, whatever somebody has typed', async () => {
    await say(all.editor, '</script><script>alert(1)</script><img src=x onerror=alert(1)>')

    const document = new JSDOM(String(await exported('html', true))).window.document

    const [thread] = document.querySelectorAll('.thread')
    expect(thread?.querySelector('script, img')).toBeNull()
    expect(thread?.textContent).toContain('<script>alert(1)</script>')
  })
})
