import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layShowdoc, madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

const HASH = showdocHash('birch')
const KEPT = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, allow_feedback int default 0);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, is_del int default 0,
    is_draft int default 0);
  create table page_feedback (feedback_id integer primary key, page_id int, item_id int, uid int, client_id text,
    feedback_type int, addtime int);
  create table ai_chat_sessions (id integer primary key, uid int, item_id int, guest_token text, last_message_at int,
    created_at int, is_del int default 0);
  create table ai_chat_messages (id integer primary key, session_id int, role text, content text, feedback int,
    created_at int);
  insert into user values (1, 'root', '${HASH}', 1), (2, 'ann', '${HASH}', 2), (3, 'tom', '${HASH}', 2);
  insert into item values (10, 'Orders', 2, 1), (11, 'Stock', 3, 0);
  insert into page values (100, 10, 'Create *one*', 'text', 0, 0), (101, 10, 'Deleted', 'text', 1, 0),
    (102, 11, 'Count', 'text', 0, 0);
  insert into page_feedback values (1, 100, 10, 1, null, 1, 1700000000), (2, 100, 10, 3, null, 2, 1700000000),
    (3, 100, 10, 0, 'visitor-of-feedback', 1, 1700000000), (4, 101, 10, 3, null, 1, 0), (5, 102, 11, 2, null, 2, 0);
  insert into ai_chat_sessions values (1, 2, 10, null, 0, 1700000000, 0), (2, 2, 11, null, 0, 1700000060, 0),
    (3, 3, 10, null, 0, 1700000000, 0), (4, 2, 10, null, 0, 0, 1), (5, 0, 10, 'guest', 0, 0, 0), (6, 99, 10, null, 0, 0, 0);
  insert into ai_chat_messages values (1, 1, 'user', 'how to *pay*' || char(10) || '# twice', 0, 1700000001),
    (2, 1, 'assistant', 'call birch', 1, 1700000002), (3, 2, 'user', 'of the stock', 0, 0),
    (4, 3, 'user', 'secret of tom', 0, 0), (5, 4, 'user', 'deleted by ann', 0, 0), (6, 5, 'user', 'of a guest', 0, 0);`

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]

describe.each(PLACES)('chats and feedback of a ShowDoc that has moved in (%s)', (place) => {
  const ends: (() => Promise<unknown>)[] = []
  let folder: string
  let site: MovedSite
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    layShowdoc(folder, KEPT)
    const server = place === 'PostgreSQL' ? await newServerDatabase() : null
    if (server) ends.push(() => server.drop())
    site = await movedSite(folder, server ? { DATABASE_URL: server.url } : {})
    ends.push(() => site.close())
  }, 240_000)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  interface Listed {
    readonly item_id: number
    readonly item_name: string
  }
  const itemsOf = async (browser: Browser): Promise<readonly Listed[]> =>
    ((await browser.post('item/myList')).data as readonly Listed[]).map(({ item_id, item_name }) => ({
      ...{ item_id: Number(item_id), item_name },
    }))
  const chatItemOf = async (browser: Browser): Promise<number> =>
    (await itemsOf(browser)).find(({ item_name }) => item_name === 'AI chats from ShowDoc')?.item_id ?? expect.fail()
  const pagesIn = async (browser: Browser, itemId: number) => {
    const { data } = await browser.post('item/info', { item_id: itemId })
    const { pages } = (data as { menu: { pages: readonly { page_id: number; page_title: string }[] } }).menu
    const read = pages.map(async ({ page_id, page_title }) => ({
      title: page_title,
      text: String((await browser.post('page/info', { page_id })).data.page_content),
    }))
    return Promise.all(read)
  }
  const fileIn = (text: string): string => /\((\/attachment\/[\w-]{32})\)/.exec(text)?.[1] ?? expect.fail()
  const loggedIn = async (username: string): Promise<Browser> => {
    const browser = site.browser()
    await browser.logIn(username, 'birch')
    return browser
  }

  it('shows everybody their own chats, with all of them as a file, and nobody those of others', async () => {
    const ann = await loggedIn('ann')
    const itemId = await chatItemOf(ann)

    const pages = await pagesIn(ann, itemId)

    expect(pages.map(({ title }) => title.split(':')[0])).toEqual(['Orders', 'Stock'])
    expect(pages[0]?.text).toContain('> how to *pay*\n> # twice\n')
    expect(pages[0]?.text).toMatch(/\*\*AI\*\* \(14 November 2023.*\)\n\n> call birch/)
    const address = fileIn(pages[0]?.text ?? '')
    expect((await ann.get(address)).json()).toMatchObject({
      session: { id: 1, uid: 2 },
      messages: [{ id: 1 }, { id: 2, content: 'call birch', feedback: 1 }],
    })
    const all = JSON.stringify(await Promise.all((await itemsOf(ann)).map(({ item_id }) => pagesIn(ann, item_id))))
    expect(all).not.toMatch(/secret of tom|deleted by ann|of a guest/)
    // Administrators of the site may open every item and file.
    for (const other of [site.browser(), await loggedIn('tom')]) {
      expect((await other.get(address)).statusCode).toBe(404)
      expect((await other.post('item/info', { item_id: itemId })).error_code).not.toBe(0)
      expect((await other.post('item/pwd', { item_id: itemId, password: '' })).error_code).not.toBe(0)
    }
  })

  it('shows readers how many found a page helpful where that was shown, and not who', async () => {
    const kept = (await pagesIn(site.browser(), 10)).find(({ title }) => title === 'Kept from ShowDoc') ?? expect.fail()

    expect(kept.text).toContain(String.raw`- **Create \*one\*** (helpful: 2, not helpful: 1)`)
    expect(kept.text).not.toContain('Deleted')
    const file = (await site.browser().get(fileIn(kept.text))).payload
    expect(JSON.parse(file)).toMatchObject({ tables: [{ table: 'page_feedback', rows: [{ page_id: 100 }] }] })
    expect(file).not.toMatch(/uid|client_id|visitor-of-feedback/)
    expect((await pagesIn(site.browser(), 11)).map(({ title }) => title)).toEqual(['Count'])
  })

  it('leaves the rest to the operator: who gave feedback, and chats of guests, of nobody, and deleted ones', () => {
    const { forOperators, inPages } = site.carried.kept
    const of = (name: string, column: string) =>
      [...(forOperators.find(({ table }) => table === name)?.rows ?? [])].map((row) => row[column])

    expect(of('ai_chat_sessions', 'id')).toEqual([4, 5, 6])
    expect(of('ai_chat_messages', 'id')).toEqual([5, 6])
    expect(of('page_feedback', 'feedback_id')).toEqual([1, 2, 3, 4, 5])
    expect(['ai_chat_sessions', 'ai_chat_messages', 'page_feedback'].map((name) => inPages.get(name))).toEqual([
      3, 4, 3,
    ])
    expect(site.receipt.isWhole).toBe(true)
    expect(site.receipt.tables.find(({ name }) => name === 'ai_chat_messages')).toMatchObject({
      ...{ read: 6, kept: 6, inPages: 4, left: 0 },
    })
  })

  it('writes nothing again, and adds what came since where the other chats are', async () => {
    const { application } = site
    const again = await carry({ showdoc: site.showdoc, application, say: () => undefined })
    expect(again.wasDone).toBe(true)
    const { folder: later } = await madeShowdoc(
      `${KEPT} insert into ai_chat_sessions values (7, 2, 11, null, 0, 1700000120, 0);
       insert into ai_chat_messages values (7, 7, 'user', 'one more', 0, 0), (8, 3, 'user', 'and more', 0, 0);
       insert into item values (12, 'Sta' || char(0) || 'ble', 2, 1);
       insert into page values (103, 12, 'Ho' || char(0) || 'rses', 'text', 0, 0);
       insert into page_feedback values (6, 103, 12, 3, null, 1, 0);
       insert into ai_chat_sessions values (8, 2, 12, null, 0, '2024-01-01 10:00', 0);
       insert into ai_chat_messages values (9, 8, 'user', 'of a' || char(0) || ' horse', 0, 1e300);`,
    )
    const showdoc = await openShowdoc(later)
    onTestFinished(() => showdoc.close())

    const { wasDone, plan } = await carry({ showdoc, application, say: () => undefined })

    expect(wasDone).toBe(false)
    expect(plan.findings.kept).toEqual([{ table: 'ai_chat_sessions', id: 3, reason: 'keptAsItCame' }])
    const ann = await loggedIn('ann')
    expect((await itemsOf(ann)).filter(({ item_name }) => item_name === 'AI chats from ShowDoc')).toHaveLength(1)
    const pages = await pagesIn(ann, await chatItemOf(ann))
    expect(pages.map(({ text }) => text).join()).toContain('one more')
    // With times that are none, and characters that PostgreSQL cannot store.
    const strange = pages.find(({ title }) => title === 'Stable: AI chat, 2024-01-01 10:00') ?? expect.fail()
    expect(strange.text).toContain('**You** (1e+300)\n\n> of a horse')
    expect((await ann.get(fileIn(strange.text))).json()).toMatchObject({ messages: [{ content: 'of a\0 horse' }] })
    const stable = (await itemsOf(ann)).find(({ item_name }) => item_name === 'Stable') ?? expect.fail()
    expect((await pagesIn(ann, stable.item_id)).map(({ text }) => text).join()).toContain('- **Horses** (helpful: 1')
  })
})
