import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { carry } from '#server/switch/carry.ts'
import { columnFateOf } from '#server/switch/column-fates.ts'
import { fateOf } from '#server/switch/fates.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { wordsOfReason } from '#server/switch/reasons.ts'
import { escaped, receiptPage } from '#server/switch/receipt-page.ts'
import { ShowdocDatabase } from '#server/switch/showdoc-database.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
} from '#tests/support/showdoc.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

const PLACES = SHOWDOC_VERSIONS.flatMap((version, at) => [
  { version, place: 'embedded' as const },
  ...(POSTGRES_URL && at > 0 ? [{ version, place: 'PostgreSQL' as const }] : []),
])

/** Settings and whether feedback was shown are read in other ways; of kinds only what a board has is kept. */
const READ_APART: ReadonlySet<string> = new Set(['item allow_feedback', 'page ext_info'])

describeShowdocs(PLACES, 'ShowDoc $version that has moved in ($place)', ({ version, place }) => {
  const expected = expectedOf(version)
  const lives = expected.items.filter(({ deleted }) => !deleted)
  let server: Awaited<ReturnType<typeof newServerDatabase>> | null = null
  let site: MovedSite
  /** What the move has read, as `table column`. */
  const readThere = new Set<string>()
  beforeAll(async () => {
    server = place === 'PostgreSQL' ? await newServerDatabase() : null
    const reads = vi.spyOn(ShowdocDatabase.prototype, 'rows')
    site = await movedSite(showdocFolder(version), server ? { DATABASE_URL: server.url } : {})
    for (const [table, { shape }] of reads.mock.calls)
      for (const column of Object.keys(shape)) readThere.add(`${table} ${column}`)
    reads.mockRestore()
  }, 240_000)
  afterAll(async () => {
    await site.close()
    await server?.drop()
  })

  it('lets everybody in with the password of before, which is hashed anew then', async () => {
    for (const { uid, username, password, site_admin } of expected.users) {
      const browser = site.browser()
      expect(await browser.logIn(username, password)).toMatchObject({ uid })
      const user = await site.application.product.database.users.byId(uid)
      expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
      expect(user?.isAdmin).toBe(site_admin)
      expect((await site.browser().post('user/login', { username, password: `${password}x` })).error_code).not.toBe(0)
      await site.browser().logIn(username, password)
    }
  })

  it('has every item under its id, with its domain and its visit password', async () => {
    const admin = site.browser()
    const { username = '', password = '' } = expected.users.find(({ site_admin }) => site_admin) ?? {}
    await admin.logIn(username, password)
    for (const item of lives) {
      const { data } = await admin.post('item/detail', { item_id: item.item_id })
      expect(data).toMatchObject({
        item_name: item.name,
        item_description: item.description,
        item_domain: item.domain ?? '',
        password: item.visit_password ?? '',
      })
      if (item.visit_password === null) continue
      const gate = { item_id: item.item_id, password: item.visit_password }
      expect((await site.browser().post('item/pwd', gate)).error_code).toBe(0)
    }
  })

  it('has every text byte for byte', async () => {
    const itemIds = new Set(lives.map(({ item_id }) => item_id))
    const pages = expected.pages.filter(({ item_id }) => itemIds.has(item_id))
    const found = await site.application.carrying.carry(async (rows) => {
      const sums = { pages: new Map<number, string>(), versions: new Map<number, string>() }
      for (const id of itemIds) {
        for (const [pageId, sum] of await rows.sumsOfPages(id)) sums.pages.set(pageId, sum)
        for (const [versionId, sum] of await rows.sumsOfVersions(id)) sums.versions.set(versionId, sum)
      }
      return sums
    })

    const published = pages.filter(({ draft }) => !draft)
    // What has no place here is kept in pages of their own, behind those that came.
    const last = Math.max(...pages.map(({ page_id }) => page_id))
    const came = new Map([...found.pages].filter(([id]) => id <= last))
    expect(came).toEqual(new Map(published.map(({ page_id, sha256 }) => [page_id, sha256])))
    const ofThem = new Set(published.map(({ page_id }) => page_id))
    const versions = expected.page_versions.filter(({ page_id }) => ofThem.has(page_id))
    expect(found.versions).toEqual(new Map(versions.map(({ page_history_id, sha256 }) => [page_history_id, sha256])))
  })

  it('shows everybody the items they had', async () => {
    for (const { uid, username, password, items } of expected.users) {
      const browser = site.browser()
      await browser.logIn(username, password)
      const list = (await browser.post('item/myList')).data as unknown as readonly { readonly item_id: string }[]

      const listed = items.filter((each) => each.listed).map(({ item_id }) => item_id)
      expect([uid, list.map(({ item_id }) => Number(item_id)).toSorted((a, b) => a - b)]).toEqual([
        uid,
        listed.toSorted((a, b) => a - b),
      ])
    }
  })

  it('shows nobody a page that ShowDoc did not show them', async () => {
    for (const { username, password, items } of expected.users) {
      const browser = site.browser()
      await browser.logIn(username, password)
      for (const { item_id, visible_page_ids } of items) {
        if (visible_page_ids === undefined) continue
        const { data } = await browser.post('item/info', { item_id })
        const seen = [...JSON.stringify(data).matchAll(/"page_id":"?(\d+)/g)].map(([, id]) => Number(id))
        expect(seen.filter((id) => !visible_page_ids.includes(id))).toEqual([])
      }
    }
  })

  it('has every catalog under its id, the deep ones on the third level', async () => {
    for (const { item_id } of lives) {
      const catalogs = await site.application.product.database.catalogs.ofItem(item_id)
      const before = expected.catalogs.filter((catalog) => catalog.item_id === item_id)
      expect(new Map(catalogs.map(({ id, name, level }) => [id, [name, level]]))).toEqual(
        new Map(
          before.map(({ cat_id, path: names }) => [
            cat_id,
            [names.length <= 3 ? names.at(-1) : names.slice(2).join(' / '), Math.min(names.length, 3)],
          ]),
        ),
      )
    }
  })

  it('answers the keys of pages and of items, and no others', async () => {
    for (const { unique_key, page_id, expire_time } of expected.share_links) {
      const { error_code, data } = await site.browser().post('page/infoByKey', { unique_key })
      // One that ends by itself ends here at the same time.
      const works = !expire_time || expire_time * 1_000 > Date.now()
      expect([error_code === 0, data?.['page_id']]).toEqual(works ? [true, page_id] : [false, undefined])
      if (!expire_time) continue
      const { linkEndsAt } = (await site.application.product.database.access.ofPage(page_id, null)) ?? {}
      if (works) expect(linkEndsAt).toEqual(new Date(expire_time * 1_000))
    }
    for (const { item_id, api_key, api_token } of expected.item_tokens) {
      const page = { api_key, api_token, page_title: `Pushed ${item_id}`, page_content: 'new' }
      const { error_code } = await site.browser().post('item/updateByApi', page)
      expect(error_code).toBe(0)
      expect(
        (await site.browser().post('item/updateByApi', { ...page, api_token: `${api_token}0` })).error_code,
      ).not.toBe(0)
    }
    const largest = Math.max(...expected.pages.map(({ page_id }) => page_id))
    const [pushedTo] = expected.item_tokens
    const { idOf } = site.application.product.database.pages
    expect(await idOf(pushedTo?.item_id as never, null, `Pushed ${pushedTo?.item_id}`)).toBeGreaterThan(largest)
  })

  it('tells of every row that was read', () => {
    const { receipt } = site

    expect(receipt.isWhole).toBe(true)
    for (const { name, read, carried, kept, left } of receipt.tables)
      expect([name, carried + kept + left, read]).toEqual([name, read, expected.table_counts[name] ?? 0])
    expect(receipt.pages.compared + receipt.left.filter(({ table }) => table === 'page').length).toBeGreaterThan(80)
    const page = receiptPage(receipt, 'en')
    for (const language of LANGUAGES)
      for (const { reason, values = {} } of [...receipt.left, ...receipt.changed])
        expect(page).toContain(escaped(wordsOfReason(reason, values, language)))
    expect(page).not.toContain('<script')
  })

  it('reads every column of a table that comes along, or tells that it does not', () => {
    const { database } = site.showdoc
    const ofTables = database.tables.filter((table) => fateOf(table)?.kind === 'carried')
    const columns = ofTables.flatMap((table) => database.columnsOf(table).map((column) => ({ table, column })))

    expect(columns.length).toBeGreaterThan(150)
    const fates = columns.map(({ table, column }) => [`${table} ${column}`, columnFateOf(table, column)] as const)
    expect(fates.filter(([, fate]) => fate === 'columnUnknown')).toEqual([])
    const differing = fates.filter(([name, fate]) => (fate === 'read') !== readThere.has(name))
    expect(differing.map(([name]) => name).filter((name) => !READ_APART.has(name))).toEqual([])
    const told = site.receipt.columns.map(({ table, columns: some }) => [table, ...some])
    expect(told).toContainEqual(['message', 'readtime'])
    expect(told.some(([table]) => table === 'mock')).toBe(true)
    expect(receiptPage(site.receipt, 'zh-cn')).toContain('readtime')
  })

  it('keeps whole what has no place here, for readers what they saw and all else for the operator', async () => {
    const { inPages, forOperators } = site.carried.kept
    const kept = site.receipt.tables.filter((table) => table.kept > 0)

    expect(kept.length).toBeGreaterThan(3)
    for (const { name, kept: count } of kept) {
      const whole = forOperators.find(({ table }) => table === name)
      if (inPages.get(name) !== count) expect([name, [...(whole?.rows ?? [])].length]).toEqual([name, count])
    }
    const board = lives.find(({ type }) => type === 6)
    if (!board) return
    const heads = await site.application.product.database.pages.headsOf(board.item_id)
    const page = heads.find(({ title }) => title === 'Kept from ShowDoc') ?? expect.fail()
    const [{ content } = expect.fail()] = await site.application.product.database.pages.byIds(board.item_id, [page.id])
    expect(content).toContain('## 待办 To do')
    const [, address = ''] = /\((\/attachment\/[\w-]{32})\)/.exec(content) ?? []
    const owner = expected.users.find(({ uid }) => uid === board.owner_uid) ?? expect.fail()
    const browser = site.browser()
    await browser.logIn(owner.username, owner.password)
    const file = (await browser.get(address)).json<{ readonly pages: readonly object[] }>()
    expect(file.pages).toHaveLength(5)
    expect((await site.browser().get(address)).statusCode).toBe(board.visit_password === null ? 200 : 404)
  })

  it('proves that pages, links and rights are what they were, and no right is wider', () => {
    const { seenPages, links, roles, visitors } = site.receipt

    expect(seenPages.compared).toBe(seenPages.of)
    expect([seenPages.compared > 80, seenPages.differing]).toEqual([true, []])
    expect([links.followed > 30, links.broken]).toEqual([true, []])
    expect(links.brokenBefore.map(({ address }) => address).join('\n')).toMatch(/\/999999$/m)
    expect(roles.compared).toBe(expected.users.length * lives.length)
    expect(roles.differing.filter(({ isWider }) => isWider)).toEqual([])
    for (const { there } of roles.differing) expect(there.catalogIds).not.toBeNull()
    expect([visitors.items, visitors.links]).toEqual([expected.items.length, expected.share_links.length])
    expect(visitors.differing).toEqual([])
  })

  it('is there once, however often it is carried', async () => {
    const { showdoc, application } = site

    const again = await carry({ showdoc, application, say: () => undefined })

    expect(again.wasDone).toBe(true)
  })

  it('lets no other ShowDoc come after it', async () => {
    const other = await openShowdoc(
      (await madeShowdoc(`${LEAST_TABLES} insert into user values (1, 'ann', '')`)).folder,
    )

    const attempt = carry({ showdoc: other, application: site.application, say: () => undefined })

    await expect(attempt).rejects.toThrow(/begun here from another ShowDoc/)
    await other.close()
  })

  it('keeps as many versions as ShowDoc did, so that the next save takes none of them away', async () => {
    const live = new Set(expected.pages.filter(({ draft }) => !draft).map(({ page_id }) => page_id))
    const histories = Map.groupBy(expected.page_versions, ({ page_id }) => page_id)
    const [pageId = 0] =
      [...histories].toSorted(([, one], [, other]) => other.length - one.length).find(([id]) => live.has(id)) ?? []
    const admin = site.browser()
    const { username = '', password = '' } = expected.users.find(({ site_admin }) => site_admin) ?? {}
    await admin.logIn(username, password)
    const history = async () => (await admin.post('page/history', { page_id: pageId })).data as readonly object[]
    const before = await history()
    const page = (await admin.post('page/info', { page_id: pageId })).data as Readonly<Record<string, unknown>>

    await admin.post('page/save', { ...page, page_content: `${String(page['page_content'])} more` })

    expect(before.length).toBeGreaterThan(20)
    expect(await history()).toHaveLength(before.length + 1)
  })
})
