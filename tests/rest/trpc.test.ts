import { createTRPCClient, httpBatchLink, httpLink, isTRPCClientError, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { coreOperations, type CoreOperations } from '#core/operations.ts'
import { DomainError } from '#core/errors.ts'
import { always, named, query } from '#core/operation.ts'
import { nothing } from '#core/schema.ts'
import type { RouterOf } from '#server/trpc/router.ts'
import { site, type Site } from './harness.ts'

type Router = RouterOf<CoreOperations>

let here: Site
let url = ''
let token = ''
beforeAll(async () => {
  here = await site({ environment: { CAPTCHA: 'off' } })
  url = `${await here.app.listen({ port: 0, host: '127.0.0.1' })}/trpc`
  token = (await here.browser().logIn(here.world.owner.username, here.world.password)).user_token
})
afterAll(() => here.close())

const headers = () => ({ authorization: `Bearer ${token}` })
const client = () => createTRPCClient<Router>({ links: [httpBatchLink({ url, headers })] })

it('answers queries and commands of the client that the web uses', async () => {
  const item = await here.world.addItem()
  const page = await here.world.addPage(item, { title: '你好 & welcome' })

  const seen = await client().page.info.query({ pageId: page.id })
  const saved = await client().page.save.mutate({
    pageId: page.id,
    itemId: item.id,
    pageTitle: 'New',
    pageContent: 'text',
  })

  expect(seen.pageTitle).toBe('你好 & welcome')
  expect(saved.pageId).toBe(page.id)
})

it('answers many calls in one request, each for itself', async () => {
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  const { page: pages, item: items } = client()

  const answers = await Promise.allSettled([
    pages.info.query({ pageId: page.id }),
    pages.info.query({ pageId: 2_000_000_000 }),
    items.info.query({ itemId: item.id }),
  ])

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('answers single calls as well', async () => {
  const single = createTRPCClient<Router>({ links: [httpLink({ url, headers })] })

  await expect(single.account.me.query({})).resolves.toMatchObject({ username: here.world.owner.username })
})

it('gives instants as ISO text', async () => {
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)

  expect((await client().page.info.query({ pageId: page.id })).savedAt).toBe(page.savedAt.toISOString())
})

it('says in a refusal what the web acts on, and nothing of the inside', async () => {
  const error: unknown = await client()
    .page.info.query({ pageId: 2_000_000_000 })
    .catch((cause: unknown) => cause)

  if (!isTRPCClientError<Router>(error)) throw new TypeError('not a refusal', { cause: error })
  expect(error.data).toEqual({
    code: 'BAD_REQUEST',
    httpStatus: 400,
    path: 'page.info',
    kind: 'itemClosed',
    errorCode: 10303,
    details: {},
  })
})

it('refuses in the same shape before a call is made', async () => {
  const foreign = createTRPCClient<Router>({
    links: [httpBatchLink({ url, headers: { origin: 'https://evil.example' } })],
  })
  const error: unknown = await foreign.account.logout.mutate({ confirm: true }).catch((cause: unknown) => cause)

  expect(error).toBeInstanceOf(TRPCClientError)
  expect((error as TRPCClientError<Router>).data).toMatchObject({ kind: 'foreignOrigin', errorCode: 10430 })
})

it('has no calls that give files', async () => {
  const reply = await here.browser().get('/trpc/site.captcha')

  expect(reply.statusCode).toBe(404)
})

/** A site with calls that only end once they are let go. */
async function slowSite() {
  const state = { running: 0, most: 0, done: 0 }
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  const run = async (): Promise<Record<string, never>> => {
    state.most = Math.max(state.most, (state.running += 1))
    await isOpen
    state.running -= 1
    state.done += 1
    return {}
  }
  const common = { summary: 'Waits.', audience: 'anyone', input: nothing(), output: nothing(), run } as const
  const full = async () => Promise.reject(new DomainError('busy'))
  const operations = named({
    ...coreOperations,
    test: { slow: query(common), heavy: query({ ...common, isHeavy: always }), full: query({ ...common, run: full }) },
  })
  return { slow: await site({ operations }), state, open }
}
const batchOf = (count: number, path: string) => `/trpc/${Array.from({ length: count }, () => path).join()}?batch=1`

it('does four calls of a batch at a time', async () => {
  const { slow, state, open } = await slowSite()

  const reply = slow.app.inject(batchOf(30, 'test.slow'))
  await expect.poll(() => state.running).toBe(4)
  open()

  expect((await reply).json()).toHaveLength(30)
  expect(state).toEqual({ running: 0, most: 4, done: 30 })
  await slow.close()
})

it('performs the commands of a batch in order, each for who its caller is by then', async () => {
  const { admin, password, product } = here.world
  const ofAdmin = await here.browserOf(admin)
  const username = 'former'
  await ofAdmin.post('adminUser/addUser', { username, password, uid: 0, name: '' })
  const uid = (await product.database.users.byLogin(username))?.id ?? 0
  await ofAdmin.post('adminUser/makeAdministrator', { uid })
  const { user_token: own } = await here.browser().logIn(username, password)
  const { adminUser, settings } = createTRPCClient<Router>({
    links: [httpBatchLink({ url, headers: { authorization: `Bearer ${own}` } })],
  })
  const write = (siteName: string) => settings.write.mutate({ section: 'look', values: { siteName } })

  const answers = await Promise.allSettled([
    write('While an administrator'),
    adminUser.unmakeAdministrator.mutate({ userId: uid, isConfirmed: true }),
    write('By a former one'),
    write('By a former one'),
  ])

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect((await ofAdmin.post('site/look')).data.name).toBe('While an administrator')
})

it('lets a visitor into two items by one batch', async () => {
  const [one, other] = [
    await here.world.addItem({ visitPassword: 'open one' }),
    await here.world.addItem({ visitPassword: 'open other' }),
  ]

  const reply = await here.app.inject({
    method: 'POST',
    url: '/trpc/item.enterPassword,item.enterPassword?batch=1',
    payload: { 0: { itemId: one.id, password: 'open one' }, 1: { itemId: other.id, password: 'open other' } },
  })

  const passes = reply.cookies.filter(({ name }) => name.endsWith('visits')).at(-1)?.value
  expect(passes).toContain(`${one.id}-`)
  expect(passes).toContain(`${other.id}-`)
})

it('does two heavy calls of one caller at a time, whatever batches they come in, and refuses what is too many', async () => {
  const { slow, state, open } = await slowSite()
  const batches = Array.from({ length: 12 }, () => slow.app.inject(batchOf(4, 'test.heavy')))
  await expect.poll(() => state.running).toBe(2)
  const from = (remoteAddress: string) => slow.app.inject({ url: '/trpc/test.heavy', remoteAddress })
  const other = from('198.51.100.7')
  await expect.poll(() => state.running).toBe(3)

  const refused = await slow.app.inject('/trpc/test.heavy')
  open()

  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(refused.json()).toMatchObject({ error: { data: { kind: 'busy', errorCode: 10503 } } })
  expect((await other).statusCode).toBe(200)
  await Promise.all(batches)
  expect(state.most).toBe(3)
  await slow.close()
})

it('says over REST as well when it is busy, and when to come again', async () => {
  const { slow } = await slowSite()

  const reply = await slow.app.inject('/api/test/full')

  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
    503,
    '5',
    { error_code: 10503 },
  ])
  await slow.close()
})

it('lists drafts without texts, and gives one text by its id to its author alone', async () => {
  const item = await here.world.addItem()
  const [page, other] = [await here.world.addPage(item), await here.world.addPage(item)]
  const { page: pages } = client()
  const draftId = 'editor-0001'
  await pages.keepDraft.mutate({ draftId, pageId: page.id, pageTitle: 'Unsaved', pageContent: 'unsaved', keptAt: 5 })

  expect(await pages.drafts.query({ pageId: page.id })).toEqual([
    { draftId, pageTitle: 'Unsaved', catalogId: 0, keptAt: 5, baseRevision: 0, baseCatalogId: null },
  ])
  expect(await pages.draft.query({ pageId: page.id, draftId })).toMatchObject([{ draftId, pageContent: 'unsaved' }])
  expect(await pages.draft.query({ pageId: other.id, draftId })).toEqual([])
  expect((await here.browser().get(`/trpc/page.draftsWithTexts?input={"pageId":${page.id}}`)).statusCode).toBe(404)
})

it('answers the history of a page without texts', async () => {
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  const { page: pages } = client()
  await pages.save.mutate({ pageId: page.id, itemId: item.id, pageTitle: 'New', pageContent: 'new text' })

  const [version] = await pages.history.query({ pageId: page.id })
  const compared = await pages.compare.query({ pageId: page.id, versionId: version?.versionId ?? 0 })

  expect(version).not.toHaveProperty('pageContent')
  expect(compared.before.pageContent).toBe(page.content)
  expect((await here.browser().get(`/trpc/page.historyWithTexts?input={"pageId":${page.id}}`)).statusCode).toBe(404)
})
