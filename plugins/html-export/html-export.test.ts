import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { HOSTILE_MARKDOWN } from '#adapters/markdown/hostile-markdown.ts'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { sanitizer } from '#adapters/markdown/sanitized.ts'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import type { Person } from '#tests/support/people.ts'
import { placedArticle } from './placed-article.ts'
import plugin from './plugin.ts'

type Home = Awaited<ReturnType<typeof plugWorld>>
let home: Home
beforeAll(async () => {
  home = await plugWorld(plugin)
})

type Options = Readonly<Record<string, string | boolean>>
interface Wishes {
  readonly catalogId?: number
  readonly pageId?: number
  readonly format?: string
  readonly options?: Options
}
const fileFor = (person: Person, { id }: Pick<Item, 'id'>, wishes: Wishes = {}) =>
  person.do(coreOperations.export.file, { format: 'html', itemId: id, ...wishes })
const htmlOf = async (item: Pick<Item, 'id'>, wishes: Wishes = {}, person: Person = home.owner) =>
  text(Readable.from((await fileFor(person, item, wishes)).content))
const documentOf = async (...given: Parameters<typeof htmlOf>) => new JSDOM(await htmlOf(...given)).window.document

/** The entries of a zip by path. */
async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const opened = await yauzl.fromBufferPromise(zip)
  for await (const entry of opened.eachEntry())
    entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return entries
}
const folderOf = async (item: Pick<Item, 'id'>, wishes: Wishes = {}) => {
  const { content } = await fileFor(home.owner, item, { format: 'html-folder', ...wishes })
  return entriesOf(await buffer(Readable.from(content)))
}

let files = 0
/** A file that a page uses, or that is attached to it. */
async function addFile(pageId: number, mediaType: string, bytes: string, isAttached = false) {
  const { files: storages, keys, clock, incoming } = home.services
  const displayName = `file ${(files += 1)}.${mediaType.split('/')[1]}`
  const received = await incoming.receive(displayName, Readable.from([Buffer.from(bytes)]), 1_000_000)
  const key = `aa/${keys.uuid()}`
  await storages.current.put(key, received, mediaType)
  const kept = await home.product.database.attachments.insert(
    {
      ...{ ownerId: home.owner.id, displayName, kind: 'general', mediaType, storage: storages.current.name, key },
      ...{ bytes: received.bytes, token: keys.random(24), isOfHub: false, addedAt: clock.now() },
    },
    isAttached ? pageId : null,
  )
  if (!kept) throw new Error('the file was not kept')
  return kept
}
const PIXEL = 'bytes of a picture'

const HOSTILE_TITLES = [
  '</script><script>alert(1)</script>',
  '<!-- ',
  ']]>',
  '"><img src=x onerror=alert(1)>',
  "' onx='",
]
const hostilePage = fc.record({
  title: fc.constantFrom(...HOSTILE_TITLES, 'plain', '</title>', '</style>', '&lt;b&gt;'),
  content: fc.array(fc.constantFrom(...HOSTILE_MARKDOWN, ...HOSTILE_TITLES, '\n\n', '```html\n</script>\n```\n'), {
    minLength: 1,
    maxLength: 6,
  }),
})

describe('one HTML file', () => {
  it('[EXP-09] has the tree and the pages of the item in order, and nothing deleted', async () => {
    const item = await home.addItem({ name: 'Pay & more' })
    const guides = await home.addCatalog(item, { name: 'Guides <1>' })
    await home.addPage(item, { title: 'Welcome', content: '# Hello\n\ntext' })
    await home.addPage(item, { title: 'Log in', content: '登录', catalogId: guides.id })
    const gone = await home.addPage(item, { title: 'Gone', content: 'deleted text' })
    await home.product.database.pages.recycle(gone.id, home.owner.id, home.clock.now())

    const html = await htmlOf(item)

    const { document } = new JSDOM(html).window
    expect([...document.querySelectorAll('.page-title')].map(({ textContent }) => textContent)).toEqual([
      'Welcome',
      'Log in',
    ])
    const menu = [...document.querySelectorAll('#menu :is(a, summary)')].map(({ textContent }) => textContent)
    expect(menu).toEqual(['Welcome', 'Guides <1>', 'Log in'])
    expect(document.title).toBe('Pay & more')
    expect(html).not.toMatch(/Gone|deleted text/)
  })

  it('[EXP-05] [EXP-06] [EXP-08] has one catalog or one page for people who may copy it, and no names of members', async () => {
    const item = await home.addItem()
    const own = await home.addCatalog(item, { name: 'Own' })
    const other = await home.addCatalog(item, { name: 'Other' })
    const page = await home.addPage(item, { title: 'Mine', catalogId: own.id, content: 'own text' })
    const secret = await home.addPage(item, { title: 'Secret', catalogId: other.id, content: 'other text' })
    const limited = await home.addUser('limited-person')
    await home.addMember(item, limited, 'editor', own.id)

    for (const person of [home.stranger, home.reader]) expect(await outcomeOf(fileFor(person, item))).toBe('notAllowed')
    expect(await outcomeOf(fileFor(limited, item))).toBe('notAllowed')
    expect(await outcomeOf(fileFor(limited, item, { pageId: secret.id }))).toBe('notAllowed')
    for (const wishes of [{ catalogId: own.id }, { pageId: page.id }]) {
      const html = await htmlOf(item, wishes, limited)
      expect(html).toContain('own text')
      expect(html).not.toMatch(/other text|Secret|Other</)
      for (const { username } of [home.owner, home.editor, limited]) expect(html).not.toContain(`>${username}<`)
    }
  })

  it('runs no script but its own, and sends browsers nowhere else, whatever pages contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostilePage, { minLength: 1, maxLength: 3 }), async (pages) => {
        const item = await home.addItem({ name: HOSTILE_TITLES[0], description: HOSTILE_TITLES[3] })
        for (const { title, content } of pages) await home.addPage(item, { title, content: content.join('\n') })

        const document = await documentOf(item, { options: { watermark: HOSTILE_TITLES[0]?.slice(0, 60) ?? '' } })

        const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? ''
        expect(policy).toMatch(/^default-src 'none'; script-src ('sha256-[\w+/]+=' ?)+; style-src 'unsafe-inline'/)
        for (const script of document.querySelectorAll('script')) {
          const sum = createHash('sha256')
            .update(script.textContent ?? '')
            .digest('base64')
          const isData = ['application/json', 'text/plain'].includes(script.type)
          expect(isData || policy.includes(sum)).toBe(true)
          expect(script.getAttribute('src')).toBeNull()
        }
        for (const element of document.querySelectorAll('*'))
          for (const { name, value } of element.attributes) {
            expect(name).not.toMatch(/^on/)
            if (name === 'src') expect(value).toMatch(/^data:image\//)
            if (name === 'href') expect(value).toMatch(/^(#|https?:|mailto:|tel:)/)
          }
        expect(document.querySelectorAll('article.page')).toHaveLength(pages.length)
        for (const page of document.querySelectorAll('article.page')) expect(page.parentElement?.id).toBe('text')
      }),
      { numRuns: 15 },
    )
  })

  it('embeds each picture once, omits missing ones, and links pages to each other', async () => {
    const item = await home.addItem()
    const target = await home.addPage(item, { title: 'Target', content: '## Part one' })
    const page = await home.addPage(item, { title: 'Source' })
    const picture = await addFile(page.id, 'image/png', PIXEL)
    const content = [
      `![own](/attachment/${picture.token}) ![again](/attachment/${picture.token}) ![lost <b>](/nowhere.png)`,
      `[page](/${item.id}/${target.id}#part-one) [single](/page/${target.id}) [site](/user/login) [self](#x)`,
      '[outside](https://example.org/a?b#c)',
    ].join('\n\n')
    await home.owner.do(coreOperations.page.save, {
      ...{ itemId: item.id, pageId: page.id, pageTitle: 'Source', pageContent: content },
    })
    await home.product.database.attachments.bindNamed(page.id, home.owner.id, [picture.token], home.clock.now())

    const document = await documentOf(item)

    const article = document.querySelector(`#page-${page.id} .article`)
    const pictures = [...(article?.querySelectorAll('img') ?? [])]
    expect(pictures.map((img) => img.dataset['file'])).toEqual([picture.token, picture.token])
    expect(article?.textContent).toContain('lost <b>')
    const data = document.querySelectorAll(`[id="file-${picture.token}"]`)
    expect(data).toHaveLength(1)
    expect(Buffer.from(data[0]?.textContent ?? '', 'base64').toString()).toBe(PIXEL)
    const links = [...(article?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      ...[`#p${target.id}-user-content-part-one`, `#page-${target.id}`, null, `#p${page.id}-user-content-x`],
      'https://example.org/a?b#c',
    ])
    expect(document.querySelector(`#page-${target.id} h2`)?.id).toBe(`p${target.id}-user-content-part-one`)
  })

  it('includes attachments, unless they are excluded', async () => {
    const item = await home.addItem()
    const page = await home.addPage(item, { content: 'x' })
    const file = await addFile(page.id, 'text/html', '<script>alert(1)</script>', true)

    const withFiles = await documentOf(item)
    const without = await htmlOf(item, { options: { withFiles: false } })

    expect(withFiles.querySelector('.page-files a')?.getAttribute('download')).toBe(file.displayName)
    const data = withFiles.querySelector<HTMLElement>(`[id="file-${file.token}"]`)
    expect(data?.dataset['type']).toBe('application/octet-stream')
    expect(Buffer.from(data?.textContent ?? '', 'base64').toString()).toBe('<script>alert(1)</script>')
    expect(without).not.toContain(file.token)
  })

  it('includes the scripts for formulas and diagrams only when there are any', async () => {
    const item = await home.addItem()
    const page = await home.addPage(item, { content: 'plain' })
    const save = (pageContent: string) =>
      home.owner.do(coreOperations.page.save, { itemId: item.id, pageId: page.id, pageTitle: 'P', pageContent })
    const sizeWith = async (content: string) => {
      await save(content)
      return (await htmlOf(item)).length
    }

    const plain = await sizeWith('plain')
    const formula = await sizeWith('$a^2$')
    const diagram = await sizeWith('```mermaid\ngraph TD; A-->B\n```')

    expect(plain).toBeLessThan(60_000)
    expect(formula).toBeGreaterThan(plain + 300_000)
    expect(formula).toBeLessThan(1_000_000)
    expect(diagram).toBeGreaterThan(3_000_000)
    expect(diagram).toBeLessThan(4_500_000)
  })

  it('states its expiry date and its owner, if requested', async () => {
    const item = await home.addItem()
    await home.addPage(item)

    const plain = await documentOf(item)
    const marked = await documentOf(item, { options: { watermark: '张三 <b>', expiresOn: '2026-12-31' } })

    expect(plain.querySelector('#expiry, .watermark')).toBeNull()
    expect(marked.querySelector<HTMLElement>('#expiry')?.dataset['day']).toBe('2026-12-31')
    expect(marked.querySelector('.watermark text')?.textContent).toBe('张三 <b>')
    for (const expiresOn of ['2026-02-30', 'soon', '2026-1-1'])
      expect(await outcomeOf(fileFor(home.owner, item, { options: { expiresOn } }))).toBe('invalidInput')
  })
})

describe('an article placed in a document', () => {
  const markdown = articleMarkdown()
  const sanitized = sanitizer('')
  const nowhere = { linkTo: async () => null, pictureAt: async () => null }

  it('is the same as for readers, except for ids and addresses', async () => {
    const piece = fc.constantFrom(
      ...HOSTILE_MARKDOWN,
      ...['# a\n', '**b** ', '`<c>` ', '| a | b |\n|-|:-:|\n| c | d |\n', '- [x] e\n', '> f\n', '&amp;&lt; ', '\n\n'],
      ...['```ts\nconst a = "<b>"\n```\n', '[^1]\n\n[^1]: g\n', '<details><summary>h</summary>i</details>\n', '中文 '],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const html = sanitized(markdown.render(pieces.join('\n'), {}))
        const read = (each: string) => {
          const body = JSDOM.fragment(`<div>${each}</div>`).firstElementChild
          if (!body) return ''
          for (const element of body.querySelectorAll('[id], a, img'))
            for (const name of ['id', 'href', 'target', 'rel', 'loading']) element.removeAttribute(name)
          for (const img of body.querySelectorAll('img')) if (!img.src.startsWith('data:')) img.replaceWith(img.alt)
          return body.innerHTML
        }

        const placed = await placedArticle(html, { prefix: 'p1-', ...nowhere })

        expect(read(placed.html)).toBe(read(html))
      }),
      { numRuns: 200 },
    )
  })
})

describe('pages for a web server', () => {
  it('are separate files that link to each other, with a tree, a search and their pictures', async () => {
    const item = await home.addItem({ name: 'Pay', description: 'How we pay' })
    const guides = await home.addCatalog(item, { name: 'Guides' })
    const page = await home.addPage(item, { title: 'Log in', content: 'x', catalogId: guides.id })
    const other = await home.addPage(item, { title: 'Other', content: `[to](/${item.id}/${page.id}#top) $a$` })
    const picture = await addFile(page.id, 'image/png', PIXEL)
    const evil = await addFile(page.id, 'text/html', '<script>alert(1)</script>', true)
    await home.owner.do(coreOperations.page.save, {
      ...{ itemId: item.id, pageId: page.id, pageTitle: 'Log in', catalogId: guides.id },
      pageContent: `登录 ![](/attachment/${picture.token})`,
    })
    await home.product.database.attachments.bindNamed(page.id, home.owner.id, [picture.token], home.clock.now())

    const entries = await folderOf(item)

    const documentAt = (path: string) => new JSDOM(entries.get(path)?.toString()).window.document
    const tree = [...documentAt('index.html').querySelectorAll('#menu a')].map((link) => link.getAttribute('href'))
    expect(tree).toEqual([`pages/${other.id}.html`, `pages/${page.id}.html`])
    expect(documentAt('index.html').body.textContent).toContain('How we pay')
    const link = documentAt(`pages/${other.id}.html`).querySelector('.article a')
    expect(link?.getAttribute('href')).toBe(`${page.id}.html#user-content-top`)
    const shown = documentAt(`pages/${page.id}.html`)
    const path = shown.querySelector('.article img')?.getAttribute('src')?.replace('../', '') ?? ''
    expect(entries.get(path)?.toString()).toBe(PIXEL)
    const download = shown.querySelector('.page-files a')
    expect(download?.getAttribute('download')).toBe(evil.displayName)
    expect(download?.getAttribute('href')).toMatch(/^\.\.\/files\/\d+\.bin$/)
    expect(JSON.parse(entries.get('search.json')?.toString() ?? '')).toContainEqual(
      expect.objectContaining({ title: 'Log in', path: 'Guides', text: expect.stringContaining('登录') }),
    )
    expect([...entries.keys()]).toContain('assets/katex.css')
    expect([...entries.keys()]).not.toContain('assets/mermaid.js')
    for (const [name, bytes] of entries)
      if (name.endsWith('.html'))
        for (const script of new JSDOM(bytes.toString()).window.document.querySelectorAll('script'))
          expect(
            script.type === 'application/json' || /^(\.\.\/)?assets\/\w+\.js$/.test(script.getAttribute('src') ?? ''),
          ).toBe(true)
  })
})
