import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { formerFiles } from '#core/attachment/former-address.ts'
import { storageNamed } from '#core/attachment/storages.ts'
import { limits } from '#core/limits.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import { writeBack } from '#server/switch/back.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import { describeShowdocs, SHOWDOC_VERSIONS, showdocFolder, sumOfText } from '#tests/support/showdoc.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

const MOST_BYTES = 1_000_000_000

/** As pages name them, by sign or by path. */
const FILE =
  /(?:https?:\/\/[\w.:-]+)?(?:(?:\/server\/(?:index\.php)?\?s=\/?api\/attachment\/visitFile(?:&(?:amp;)?sign=|\/sign\/)|\/attachment\/)([\w-]{32})|\/Public\/Uploads\/([\w%~./-]+\w))/g
/** The target of a link to a page, and a bare address that became one. */
const PAGE =
  /(?<=\]\(|\]: )(?:https?:\/\/docs\.example\.test)?(?:\/[^\s()]*?)?(?:\/|[?&]page_id=)(\d+)(#[^\s()]*)?(?=[\s)])/g
const ADDRESS = /\[(https?:\/\/[^\]\s]+)\]\(<[^>]*>\)/g

const inOrder = <T extends { readonly order: number; readonly id: number }>(some: readonly T[]): readonly T[] =>
  some.toSorted((a, b) => a.order - b.order || a.id - b.id)

describeShowdocs(SHOWDOC_VERSIONS, 'items of ShowDoc %s, written back and imported again', (version) => {
  let site: MovedSite
  let folder: string
  beforeAll(async () => {
    site = await movedSite(showdocFolder(version))
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-back-again-'))
  }, 240_000)
  afterAll(async () => {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Brings the file of an item back in as a new one of its owner. @returns its number */
  async function again(itemId: number): Promise<number> {
    const { product } = site.application
    const file = path.join(folder, `${itemId}.zip`)
    await writeBack(site.application, { itemId, file })
    const facts = await product.database.access.ofItem(itemId, null)
    const actor = { kind: 'user', id: facts?.item.ownerId ?? 0, isAdmin: false } as const
    const session = sessionWithoutBrowser({ requestId: 'again', language: 'en' })
    const content = Readable.from([await readFile(file)])
    const received = await product.services.incoming.receive(`${itemId}.zip`, content, MOST_BYTES)
    const { itemId: made } = await perform(
      product,
      coreOperations.import.auto,
      { actor, session },
      { file: received, itemId: 0 },
    )
    return made
  }

  /** The name and the sum of a file, and how pages have it. */
  async function fileOf(token: string): Promise<string> {
    const { database: store, services } = site.application.product
    const attachment = (await store.attachments.byToken(token))?.attachment
    if (!attachment) return 'none'
    const content = await (await storageNamed({ store, services }, attachment.storage))?.read(attachment.key)
    return `${attachment.displayName} ${content ? sumOfText((await buffer(content)).toString('latin1')) : 'empty'}`
  }

  /** A text in which links to pages of the item and to files say what they lead to, not where it lies. */
  async function leading(text: string, titles: ReadonlyMap<string, string>): Promise<string> {
    const former = formerFiles(site.application.product.database)
    let said = text
    for (const [written, sign = '', path = ''] of text.matchAll(FILE)) {
      const token = sign || (await former.byKey(path))?.data.token
      if (token !== undefined) said = said.replace(written, `<${await fileOf(token)}>`)
    }
    return said
      .replaceAll(PAGE, (written, page: string, place = '') =>
        titles.has(page) ? `<${titles.get(page)}>${place}` : written,
      )
      .replaceAll(ADDRESS, '$1')
  }

  /** An item as people see it: its tree in its order, and its pages. */
  async function seen(itemId: number) {
    const { database } = site.application.product
    const facts = await database.access.ofItem(itemId, null)
    const catalogs = await database.catalogs.ofItem(itemId)
    const heads = await database.pages.headsOf(itemId)
    const ids = heads.map(({ id }) => id)
    const pages = new Map((await database.pages.byIds(itemId, ids)).map((page) => [page.id, page]))
    const titles = new Map(heads.map(({ id, title }) => [String(id), title]))
    const lines: string[] = []
    const walk = async (parentId: number | null, above: string): Promise<void> => {
      for (const { id, title: whole } of inOrder(heads.filter(({ catalogId }) => catalogId === parentId))) {
        // ShowDoc has longer ones than people may give here.
        const title = [...whole].slice(0, limits.titleLength).join('').trim()
        const attached = (await database.attachments.ofPage(id)).map(({ displayName }) => displayName).toSorted()
        const text = await leading(pages.get(id)?.content ?? '', titles)
        lines.push(`${above}${title} [${attached.join(', ')}] ${text}`)
      }
      for (const { id, name } of inOrder(catalogs.filter((each) => each.parentId === parentId))) {
        lines.push(`${above}${name}/`)
        await walk(id, `${above}${name}/`)
      }
    }
    await walk(null, '/')
    const item = facts?.item
    return { name: item?.name, description: item?.description, type: item?.type, lines }
  }

  it('are the same items: names, catalogs, order, texts, links to pages and files', async () => {
    const items = site.carried.plan.items.filter(({ isDeleted }) => !isDeleted)
    const empty: number[] = []
    for (const { item } of items) {
      const there = await seen(item.id)
      if (there.lines.length === 0) {
        // There is nothing in it to import.
        expect((await refusalBy(again(item.id))).kind).toBe('importEmpty')
        empty.push(item.id)
      } else expect([item.id, await seen(await again(item.id))]).toEqual([item.id, there])
    }

    expect(items.length - empty.length).toBeGreaterThan(10)
  }, 240_000)
})
