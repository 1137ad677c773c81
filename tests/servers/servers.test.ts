/*
 * Several servers of one site, as processes behind a proxy that hands out requests in turns. What one request after the
 * other at either server promises is in the REST tests, which `.ci/run` has done on two as well.
 */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { callerOf, type Caller } from '#tests/kill/caller.ts'
import { FileSender } from '#tests/kill/file-sender.ts'
import { PageWriter } from '#tests/kill/page-writer.ts'
import { HAS_SERVICES, siteOfServers, type SiteOfServers } from './site-of-servers.ts'

/** A form that has begun to arrive, and whose last part is still to come. */
async function slowUpload(url: string, token: string, pageId: number) {
  const BORDER = 'border-of-the-parts'
  const { promise, resolve } = Promise.withResolvers<void>()
  const encoder = new TextEncoder()
  const begin = [
    `--${BORDER}\r\ncontent-disposition: form-data; name="page_id"\r\n\r\n${pageId}\r\n`,
    `--${BORDER}\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n`,
    `content-type: text/plain\r\n\r\n${'slow '.repeat(20_000)}`,
  ].join('')
  const begun = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(begin)),
    async pull(controller) {
      begun.resolve()
      await promise
      controller.enqueue(encoder.encode(`\r\n--${BORDER}--\r\n`))
      controller.close()
    },
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BORDER}` }
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = fetch(`${url}/api/page/upload`, init)
  await begun.promise
  return {
    async finish(): Promise<{ error_code: number }> {
      resolve()
      return (await answer).json() as Promise<{ error_code: number }>
    },
  }
}

const PATIENCE_MS = 400_000
const NOT_AVAILABLE = 10_404
const WAITING_PLUGIN = path.resolve(import.meta.dirname, '../plugins/waiting')

describe.skipIf(!HAS_SERVICES)('servers of one site', { timeout: PATIENCE_MS }, () => {
  it('all come up on an empty database, four at the same moment', async () => {
    await using site = await siteOfServers(4)

    const callers = await Promise.all(site.servers.map(({ url }) => callerOf(() => url)))

    const people = await Promise.all(callers.map((caller) => caller.call<{ uid: number }>('user/info', {})))
    expect(new Set(people.map(({ uid }) => uid)).size).toBe(1)
    const made = site.servers.filter((server) => server.output().includes(`made the administrator ${ADMIN.username}`))
    expect(made).toHaveLength(1)
  })

  describe('of which there are two', () => {
    let site: SiteOfServers
    let inTurns: Caller
    let atEach: readonly Caller[]
    beforeAll(async () => {
      site = await siteOfServers(2, WAITING_PLUGIN)
      inTurns = await callerOf(() => site.url)
      atEach = await Promise.all(site.servers.map(({ url }) => callerOf(() => url)))
    }, PATIENCE_MS)
    afterAll(() => site[Symbol.asyncDispose]())

    it('have one task, whichever of them runs it and whichever is asked to cancel it', async () => {
      const states: string[] = []
      for (const caller of atEach) {
        const { task_id: taskId } = await inTurns.call<{ task_id: number }>('waiting/start', {})
        const state = async (): Promise<string> =>
          (await inTurns.call<{ state: string }>('task/status', { task_id: taskId })).state
        await expect.poll(state).toBe('running')
        await caller.call('task/cancel', { task_id: taskId })
        await expect.poll(state).not.toBe('stopping')
        states.push(await state())
      }

      expect(states).toEqual(['cancelled', 'cancelled'])
    })

    it('switch a plugin off and on together', async () => {
      const [first, second] = atEach
      const look = async (caller: Caller | undefined): Promise<string> =>
        caller?.call('waiting/look', {}).then(
          () => 'is on',
          (error: unknown) => String(error),
        ) ?? 'nobody'

      await first?.call('plugin/switchOff', { id: 'waiting' })
      expect(await look(first)).toContain(String(NOT_AVAILABLE))
      await expect.poll(() => look(second)).toContain(String(NOT_AVAILABLE))

      await second?.call('plugin/switchOn', { id: 'waiting' })
      expect(await look(second)).toBe('is on')
      await expect.poll(() => look(first)).toBe('is on')
    })

    it('have nothing more from an account once one of them has switched it off, whatever it is doing', async () => {
      const [first, second] = atEach
      const person = { username: 'busy', password: 'a quieter owl at dawn' }
      const { uid } = (await first?.call<{ uid: number }>('adminUser/addUser', person)) ?? { uid: 0 }
      const devices = await Promise.all(site.servers.map(({ url }) => callerOf(() => url, person)))
      const [device] = devices
      const added = await device?.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Busy' })
      const page = { item_id: added?.item_id, page_id: 0, page_title: 'Page', page_content: 'text' }
      const { page_id: pageId = 0 } = (await device?.call<{ page_id: number }>('page/save', page)) ?? {}
      const { task_id: taskId } = (await device?.call<{ task_id: number }>('waiting/start', {})) ?? { task_id: 0 }
      const task = async () => {
        const tasks = { everybody: 1, page: 1, count: 100 }
        const { list } = await inTurns.call<{ list: { task_id: number; state: string }[] }>('task/list', tasks)
        return list.find((each) => each.task_id === taskId)?.state
      }
      await expect.poll(task).toBe('running')
      const uploads = await Promise.all(
        site.servers.map(({ url }, at) => slowUpload(url, devices[at]?.token ?? '', pageId)),
      )
      let isOff = false
      const late: string[] = []
      const done = { calls: 0 }
      const over = new AbortController()
      // Every call that begins after the answer has to be refused, in whatever way it is made.
      const ways = devices.flatMap(({ token, call, upload }, at) => {
        const url = site.servers[at]?.url ?? ''
        const trpc = async (path: string, method: 'GET' | 'POST', input: object) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
          const body = method === 'POST' ? { body: JSON.stringify(input) } : {}
          const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
          const reply = await fetch(`${url}/trpc/${path}${query}`, { method, headers, ...body })
          if (!reply.ok) throw new Error(`${path} was refused: ${await reply.text()}`)
        }
        return [
          ['page/save', () => call('page/save', { ...page, page_id: pageId, is_urlencode: 0 })],
          ['item/myList', () => call('item/myList', {})],
          ['waiting/start', () => call('waiting/start', {})],
          ['page/upload', () => upload(new File(['late'], 'late.txt'), pageId)],
          ['tRPC query', () => trpc('session.list', 'GET', {})],
          ['tRPC mutation', () => trpc('page.setLock', 'POST', { pageId })],
        ] as const
      })
      const loops = ways.map(async ([name, act]) => {
        while (!over.signal.aborted) {
          const begunOff = isOff
          const outcome = await act().then(
            () => 'done',
            (error: unknown) => String(error),
          )
          if (outcome === 'done') done.calls += 1
          if (begunOff && outcome === 'done') late.push(name)
          if (begunOff && !outcome.includes('10102')) late.push(`${name}: ${outcome}`)
          if (begunOff) return
        }
      })
      await expect.poll(() => done.calls).toBeGreaterThan(30)

      await second?.call('adminUser/switchOff', { uid })
      isOff = true
      await Promise.all(loops)
      over.abort()
      const finished = await Promise.all(uploads.map((upload) => upload.finish()))

      expect(late).toEqual([])
      expect(finished.map((answer) => answer.error_code)).toEqual([10102, 10102])
      await expect.poll(task).toBe('cancelled')
      const files = await inTurns.call<{ list: { display_name: string }[] }>('attachment/getAllList', {
        ...{ display_name: 'slow', username: person.username, page: 1, count: 100 },
      })
      expect(files.list).toEqual([])
      expect(await inTurns.call('page/isLock', { page_id: pageId })).toMatchObject({ lock: 0 })
      await expect(callerOf(() => site.url, person)).rejects.toThrow('refused')
    })

    it('keep one of two administrators who take each other away at the two servers', async () => {
      const [first] = atEach
      const password = 'a quieter owl at dawn'
      for (let round = 0; round < 6; round += 1) {
        const people = await Promise.all(
          site.servers.map(async ({ url }, at) => {
            const username = `admin-${round}-${at}`
            const { uid } = (await first?.call<{ uid: number }>('adminUser/addUser', { username, password })) ?? {}
            await first?.call('adminUser/makeAdministrator', { uid })
            return { uid, caller: await callerOf(() => url, { username, password }) }
          }),
        )
        const [one, other] = people
        const act = round % 2 === 0 ? 'adminUser/switchOff' : 'adminUser/unmakeAdministrator'
        const outcomes = await Promise.allSettled([
          one?.caller.call(act, { uid: other?.uid }),
          other?.caller.call('adminUser/switchOff', { uid: one?.uid }),
        ])

        expect(outcomes.map(({ status }) => status).toSorted(), `round ${round}`).toEqual(['fulfilled', 'rejected'])
      }
    })

    it('find at once a comment made at the other one, and not what is deleted or on a page that was lost', async () => {
      const [first, second] = atEach
      const person = { username: 'searcher', password: 'a quieter owl at dawn' }
      await first?.call('adminUser/addUser', person)
      const searching = await Promise.all(site.servers.map(({ url }) => callerOf(() => url, person)))
      const item = { item_type: 1, item_name: 'Discussed' }
      const { item_id: itemId } = await inTurns.call<{ item_id: number }>('item/add', item)
      const page = { item_id: itemId, page_id: 0, page_title: 'Page', page_content: 'text' }
      const { page_id: pageId } = await inTurns.call<{ page_id: number }>('page/save', page)
      await inTurns.call('member/save', { item_id: itemId, username: person.username, member_group_id: 0 })
      const [member] = await inTurns.call<{ item_member_id: number }[]>('member/getList', { item_id: itemId })
      const found = () =>
        Promise.all(
          [...searching, ...atEach].map(async (caller) => {
            const { sources } = await caller.call<{ sources: { hits: object[] }[] }>('page/findElsewhere', {
              keyword: 'wombat',
            })
            return sources.flatMap(({ hits }) => hits).length
          }),
        )
      const say = async (caller: Caller | undefined): Promise<number> =>
        (await caller?.call<{ comment_id: number }>('comment/add', { page_id: pageId, text: 'wombat' }))?.comment_id ??
        0

      const said = [await say(first)]
      expect(await found()).toEqual([1, 1, 1, 1])
      said.push(await say(second))
      expect(await found()).toEqual([2, 2, 2, 2])
      await second?.call('comment/delete', { comment_id: said[0] })
      expect(await found()).toEqual([1, 1, 1, 1])
      await first?.call('member/delete', { item_id: itemId, item_member_id: member?.item_member_id })
      expect(await found()).toEqual([0, 0, 1, 1])
    })

    it('know at once what was done at the other one', async () => {
      const { item_id: itemId } = await inTurns.call<{ item_id: number }>('item/add', {
        item_type: 1,
        item_name: 'Both',
      })
      const titlesAt = async (caller: Caller): Promise<readonly string[]> => {
        const { menu } = await caller.call<{ menu: { pages: { page_title: string }[] } }>('item/info', {
          item_id: itemId,
        })
        return menu.pages.map(({ page_title: title }) => title)
      }
      const expected: string[] = []
      for (const [at, caller] of [...atEach, ...atEach].entries()) {
        await caller.call('page/save', { item_id: itemId, page_id: 0, page_title: `page ${at}`, page_content: 'text' })
        expected.push(`page ${at}`)
        for (const each of atEach) expect(await titlesAt(each)).toEqual(expected)
      }
      const [first, second] = atEach
      await first?.call('user/logout', { confirm: 1 })
      await expect(first?.call('user/info', {})).rejects.toThrow('10102')
      await expect(second?.call('user/info', {})).resolves.toBeTruthy()
    })
  })

  it('[R1] [R9] [R19] [R20] lose nothing acknowledged, and remind nobody twice, when one of two is killed', async () => {
    await using site = await siteOfServers(2)
    const caller = await callerOf(() => site.url)
    const { item_id: itemId } = await caller.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Kill' })
    const writers = Array.from({ length: 5 }, (_, n) => new PageWriter(caller, itemId, `page ${n + 1}`))
    await Promise.all(writers.map((writer) => writer.save()))
    await Promise.all(writers.map((writer) => writer.follow()))
    const files = { item_id: itemId, page_id: 0, page_title: 'Files', page_content: 'Files' }
    const { page_id: pageId } = await caller.call<{ page_id: number }>('page/save', files)
    const senders = Array.from({ length: 3 }, (_, n) => new FileSender(caller, pageId, `sender${n + 1}`))
    const done = (): number =>
      [...writers.map(({ saved }) => saved), ...senders.map(({ acknowledged }) => acknowledged)].reduce((a, b) => a + b)
    const problems: string[] = []
    const over = new AbortController()
    const streams = [
      ...writers.map(async (writer) => {
        while (!over.signal.aborted) if (!(await writer.save())) problems.push(...(await writer.problemsAfterKill()))
      }),
      ...senders.map(async (sender) => {
        while (!over.signal.aborted) await sender.send()
      }),
    ]

    await expect.poll(done).toBeGreaterThan(40)
    await site.servers[0]?.kill()
    const before = done()
    await expect.poll(done).toBeGreaterThan(before + 40)
    over.abort()
    await Promise.all(streams)

    for (const writer of writers) problems.push(...(await writer.problemsAfterKill()))
    for (const sender of senders) problems.push(...(await sender.problems()))
    for (const writer of writers) problems.push(...(await writer.problemsOfReminders()))
    expect(problems).toEqual([])
  })
})
