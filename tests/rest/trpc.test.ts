import { createTRPCClient, httpBatchLink, httpLink, isTRPCClientError, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoreOperations } from '#core/operations.ts'
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
