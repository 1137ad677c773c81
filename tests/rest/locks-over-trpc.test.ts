import { createTRPCClient, httpLink, isTRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoreOperations } from '#core/operations.ts'
import type { RouterOf } from '#server/trpc/router.ts'
import type { Person } from '#tests/support/people.ts'
import { site, type Site } from './harness.ts'

type Router = RouterOf<CoreOperations>

let here: Site
let url = ''
beforeAll(async () => {
  here = await site({ environment: { CAPTCHA: 'off' } })
  url = `${await here.app.listen({ port: 0, host: '127.0.0.1' })}/trpc`
})
afterAll(() => here.close())

/** The wire of the web, as somebody. */
async function wireOf({ username }: Person) {
  const { user_token: token } = await here.browser().logIn(username, here.world.password)
  return createTRPCClient<Router>({ links: [httpLink({ url, headers: { authorization: `Bearer ${token}` } })] })
}
/** What a call is refused with; null when it is not. */
const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (isTRPCClientError<Router>(error) ? error.data : error),
  )

it('[LOCK-07] [LOCK-08] over the wire of the web too nobody else changes, sorts, restores, deletes or takes a locked page', async () => {
  const { editor, manager } = here.world
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  const [{ page: mine }, { page: theirs }] = [await wireOf(editor), await wireOf(manager)]
  const text = { pageId: page.id, pageTitle: 'Changed', pageContent: 'changed' }
  await mine.setLock.mutate({ pageId: page.id, itemId: item.id })
  await mine.save.mutate(text)
  const [version] = await mine.history.query({ pageId: page.id })
  const versionId = version?.versionId ?? 0

  const refusals = await Promise.all(
    [
      theirs.save.mutate({ ...text, pageContent: 'theirs' }),
      theirs.setOrder.mutate({ itemId: item.id, pages: { [page.id]: 1 } }),
      theirs.restore.mutate({ pageId: page.id, versionId }),
      theirs.delete.mutate({ pageId: page.id }),
      theirs.setLock.mutate({ pageId: page.id, itemId: item.id }),
      theirs.setLock.mutate({ pageId: page.id, itemId: item.id, lockTo: 1_000 }),
    ].map(refusalOf),
  )

  for (const refusal of refusals)
    expect(refusal).toMatchObject({ kind: 'pageLocked', details: { who: editor.username } })
  expect(await theirs.info.query({ pageId: page.id })).toMatchObject({ pageContent: 'changed', revision: 2 })
  expect(await theirs.lockState.query({ pageId: page.id })).toMatchObject({
    isLocked: true,
    holderUsername: editor.username,
  })

  await mine.setLock.mutate({ pageId: page.id, itemId: item.id, lockTo: 1_000 })
  expect(await refusalOf(theirs.save.mutate({ ...text, pageContent: 'theirs' }))).toBeNull()
})
