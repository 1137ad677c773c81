import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, exportFormats, type ExportFormat, type StreamedFile } from '#core/plugin.ts'
import { addFile } from '#tests/access/scene-files.ts'
import { emptyPieces } from '#tests/support/import-site.ts'
import { listingFormat } from '#tests/support/listing-format.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import type { World } from '#tests/support/world.ts'

const operations = coreOperations.export
const PATIENCE = { timeout: 20_000, interval: 20 }

/** Formats that a test gives something to write. */
const given: { write: ExportFormat['write'] } = { async *write() {} }
const givenFormat: ExportFormat = {
  ...listingFormat,
  id: 'given',
  parts: ['item', 'catalog'],
  write: (...passed) => given.write(...passed),
}

let here: TaskSite
let world: World
beforeAll(async () => {
  const contributes = [contribute(exportFormats, listingFormat), contribute(exportFormats, givenFormat)]
  here = await taskSite({ id: 'none', apiVersion: 2, summary: 'None.' }, { contributes })
  world = here.world
  await here.run()
})
afterAll(() => here.close())

const fileOf = (
  person: Person,
  wishes: { readonly format?: string; readonly itemId: number; readonly [key: string]: unknown },
) => person.do(operations.file, { format: 'listing', ...wishes })
async function textOf({ content }: Pick<StreamedFile, 'content'>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const exported = async (person: Person, wishes: Parameters<typeof fileOf>[1]) => textOf(await fileOf(person, wishes))

/** An item with a page in the root, two in catalogs, one deep below, and one in the recycle bin. */
async function library() {
  const item = await world.addItem({ name: 'Pay: all/of it' })
  const guides = await world.addCatalog(item)
  const deep = await world.addCatalog(item, { name: 'Deep', parentId: guides.id, level: 2 })
  const other = await world.addCatalog(item, { name: 'Other' })
  const page = (title: string, catalogId: number | null) =>
    world.addPage(item, { title, catalogId, content: `text of ${title}` })
  const root = await page('Root', null)
  const guide = await page('Guide', guides.id)
  const below = await page('Below', deep.id)
  const elsewhere = await page('Elsewhere', other.id)
  const gone = await page('Gone', null)
  await world.product.database.pages.recycle(gone.id, world.owner.id, world.clock.now())
  return { item, guides, deep, other, root, guide, below, elsewhere, gone }
}

describe('an export', () => {
  it('[EXP-09] has all pages of the item in the order of its tree, and nothing that was deleted', async () => {
    const { item } = await library()

    const file = await fileOf(world.editor, { itemId: item.id })

    expect(file).toMatchObject({ name: 'Pay_ all_of it.txt', mediaType: 'text/plain' })
    expect(await textOf(file)).toBe(
      '# Pay: all/of it (4)\nRoot: text of Root\nGuides / Guide: text of Guide\n' +
        'Guides / Deep / Below: text of Below\nOther / Elsewhere: text of Elsewhere\n',
    )
  })

  it('[EXP-05] [EXP-06] has the pages of one catalog with all below it, or one page alone', async () => {
    const { item, guides, deep, guide } = await library()

    expect(await exported(world.editor, { itemId: item.id, catalogId: guides.id })).toBe(
      '# Guides (2)\nGuides / Guide: text of Guide\nGuides / Deep / Below: text of Below\n',
    )
    expect(await exported(world.editor, { itemId: item.id, catalogId: deep.id })).toBe(
      '# Deep (1)\nDeep / Below: text of Below\n',
    )
    expect(await exported(world.editor, { itemId: item.id, pageId: guide.id })).toBe(
      '# Guide (1)\nGuide: text of Guide\n',
    )
  })

  it('[EXP-08] is for those who may edit, and of a limited member for the own catalog (A2, A7)', async () => {
    const { item, guides, deep, other, below, elsewhere, gone } = await library()
    const foreign = await library()
    const limited = await world.addUser('limited')
    await world.addMember(item, limited, 'editor', guides.id)
    const outcome = (person: Person, wishes: object) => outcomeOf(fileOf(person, { itemId: item.id, ...wishes }))

    expect(await outcome(world.visitor, {})).toBe('loginRequired')
    for (const person of [world.reader, world.stranger]) expect(await outcome(person, {})).toBe('notAllowed')
    for (const person of [world.owner, world.manager, world.editor, world.admin])
      expect(await outcome(person, {})).toBe('nothing')

    for (const wishes of [{}, { catalogId: other.id }, { pageId: elsewhere.id }])
      expect(await outcome(limited, wishes)).toBe('notAllowed')
    for (const wishes of [{ catalogId: guides.id }, { catalogId: deep.id }, { pageId: below.id }])
      expect(await outcome(limited, wishes)).toBe('nothing')

    expect(await outcome(world.owner, { pageId: gone.id })).toBe('notFound')
    expect(await outcome(world.owner, { pageId: foreign.guide.id })).toBe('notAllowed')
    expect(await outcome(world.owner, { catalogId: foreign.guides.id })).toBe('notFound')
  })

  it('has the files that a page uses, those that people attached and those that its text names', async () => {
    const { item, root } = await library()
    const { database } = world.product
    const facts = { ownerId: world.editor.id, displayName: 'plan.txt', pageId: root.id }
    await addFile(here, database, facts)
    const named = await addFile(here, database, { ...facts, displayName: 'named.txt', pageId: null })
    const foreign = { ...facts, ownerId: world.stranger.id, pageId: null, displayName: 'foreign.txt' }
    const strange = await addFile(here, database, foreign)
    await database.attachments.bindNamed(root.id, world.editor.id, [named.token, strange.token], world.clock.now())

    expect(await exported(world.editor, { itemId: item.id, pageId: root.id })).toBe(
      '# Root (1)\nRoot: text of Root [plan.txt] [named.txt in the text]\n',
    )
  })

  it('gives nothing any more once the right is lost on the way, nor what has moved out of reach', async () => {
    const { item, guides, deep, other } = await library()
    const limited = await world.addUser('mover')
    await world.addMember(item, limited, 'editor', guides.id)
    // More pages than are read at once.
    const many = Array.from({ length: 150 }, (_, number) => `Many ${number}`)
    for (const title of many) await world.addPage(item, { title, catalogId: deep.id, content: 'x' })
    const titlesUntil = async (change: () => Promise<void>) => {
      const titles: string[] = []
      given.write = async function* ({ read }) {
        for await (const { title } of read()) {
          if (titles.push(title) === 1) await change()
          yield new Uint8Array(1)
        }
      }
      const file = await fileOf(limited, { format: 'given', itemId: item.id, catalogId: guides.id })
      const outcome = await textOf(file).then(
        () => 'done',
        (error: Error) => error.message,
      )
      return { outcome, read: titles.length }
    }

    const moveAway = () => world.product.database.catalogs.updateAll([{ ...deep, parentId: other.id }])
    expect(await titlesUntil(moveAway)).toEqual({ outcome: 'done', read: 100 })
    await world.product.database.catalogs.updateAll([deep])
    const takeAway = () => world.product.database.members.remove(item.id, limited.id)
    expect(await titlesUntil(takeAway)).toEqual({ outcome: 'notAllowed', read: 100 })
  })

  it('is refused for a format that is not there, cannot write this, or has no such option', async () => {
    const { item, guide } = await library()
    const outcome = (wishes: object) => outcomeOf(fileOf(world.editor, { itemId: item.id, ...wishes }))

    expect(await outcome({ format: 'none' })).toBe('notAvailable')
    expect(await outcome({ format: 'given', pageId: guide.id })).toBe('notAvailable')
    for (const options of [{ colour: 'red' }, { withFiles: 'perhaps' }, { constructor: true }])
      expect(await outcome({ options })).toBe('invalidInput')
    expect(await outcome({ options: { withFiles: '1' } })).toBe('nothing')
  })

  it('fails, and is never taken for whole, when its format throws, stands still or writes no bytes', async () => {
    const { item } = await library()
    const failure = async (write: typeof given.write) => {
      given.write = write
      const text = fileOf(world.editor, { format: 'given', itemId: item.id }).then(textOf)
      return text.then(
        () => 'whole',
        (error: Error) => error.message,
      )
    }

    expect(
      await failure(() => {
        throw new Error('at once')
      }),
    ).toBe('the export format given failed')
    expect(
      await failure(async function* () {
        yield 'text' as never
      }),
    ).toBe('the export format given failed')
    // An author who forgets the star. A failure that is nobody's would stop the server.
    expect(await failure((async () => Promise.reject(new Error('later'))) as never)).toBe(
      'the export format given failed',
    )
    given.write = () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) })
    const hanging = await fileOf(world.editor, { format: 'given', itemId: item.id })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const outcome = outcomeOf(textOf(hanging))
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(30_000)
      await expect(outcome).rejects.toThrow('the export format given failed')
    } finally {
      // What began to wait meanwhile, as what runs tasks does, would wait for ever.
      vi.runOnlyPendingTimers()
      vi.useRealTimers()
    }
  })

  it('tells its format when nobody waits for it any more, more often than anybody may export at once', async () => {
    const { item } = await library()
    const ended: number[] = []
    given.write = async function* () {
      try {
        for (;;) yield new Uint8Array(1)
      } finally {
        ended.push(1)
        await new Promise(() => undefined)
      }
    }

    for (let count = 0; count < 20; count += 1) {
      const { content } = await fileOf(world.editor, { format: 'given', itemId: item.id })
      for await (const _ of content) break
    }

    await vi.waitFor(() => expect(ended).toHaveLength(20), { timeout: 20_000 })
  })

  it('tells its format at once when nobody waits for it any more, also while it makes a piece', async () => {
    const { item } = await library()
    const isWaiting = Promise.withResolvers<void>()
    const isTold = Promise.withResolvers<void>()
    given.write = async function* (_, { signal }) {
      signal.addEventListener('abort', () => isTold.resolve())
      yield new Uint8Array(1)
      isWaiting.resolve()
      await new Promise(() => undefined)
    }
    const { content } = await fileOf(world.editor, { format: 'given', itemId: item.id })
    const pieces = content[Symbol.asyncIterator]()
    await pieces.next()
    const next = pieces.next()
    await isWaiting.promise

    void pieces.return?.()

    await isTold.promise
    await expect(next).rejects.toThrow('nobody waits for the file any more')
  })

  it('ends in its format when its receiver goes away in between', async () => {
    const { item } = await library()
    const isTold = Promise.withResolvers<void>()
    given.write = async function* (_, { signal }) {
      signal.addEventListener('abort', () => isTold.resolve())
      for (;;) yield Buffer.alloc(100_000)
    }
    const server = await here.app.listen({ host: '127.0.0.1', port: 0 })
    const { cookies } = await here.browserOf(world.editor)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const leaving = new AbortController()
    const address = `${server}/api/export/file?format=given&item_id=${item.id}`
    const { body } = await fetch(address, { headers: { cookie }, signal: leaving.signal })
    await body?.getReader().read()

    leaving.abort()

    await isTold.promise
  })

  it('leaves everybody else their turn, also while its format gives empty pieces', async () => {
    const { item } = await library()
    given.write = async function* () {
      yield* emptyPieces()
      yield new TextEncoder().encode('done')
    }

    expect(await exported(world.editor, { format: 'given', itemId: item.id })).toBe('done')
  })

  it('goes on when its format leaves files unread, and when their storage fails meanwhile', async () => {
    const { item, root } = await library()
    await addFile(here, world.product.database, { ownerId: world.editor.id, displayName: 'a.txt', pageId: root.id })
    const broken = new PassThrough()
    broken.write('part')
    vi.spyOn(world.services.files.current, 'read').mockResolvedValue(broken)
    given.write = async function* ({ read }) {
      for await (const page of read()) {
        for (const file of page.files) await file.read()
        yield new Uint8Array(1)
      }
      broken.destroy(new Error('the storage is gone'))
      yield new Uint8Array(1)
    }

    const text = await exported(world.editor, { format: 'given', itemId: item.id })

    vi.restoreAllMocks()
    expect(text).toHaveLength(5)
  })

  it('has a name that every system takes, whatever the title is', async () => {
    const nameFor = async (name: string) => {
      const item = await world.addItem({ name })
      const browser = await here.browserOf(world.editor)
      const { headers } = await browser.get(`/api/export/file?format=listing&item_id=${item.id}`)
      return decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '')
    }

    expect(await nameFor(`${'名'.repeat(99)}😀`)).toBe(`${'名'.repeat(99)}.txt`)
    expect(await nameFor('a\r\nset-cookie: b')).toBe('aset-cookie_ b.txt')
    expect(await nameFor('../..')).toBe('.._...txt')
  })

  it('is listed with what can be chosen, in the language of the caller', async () => {
    const { formats } = await world.editor.do(operations.formats, {})

    expect(formats.map(({ id, parts }) => [id, parts])).toEqual([
      ['listing', ['item', 'catalog', 'page']],
      ['given', ['item', 'catalog']],
    ])
    expect(formats[0]).toMatchObject({
      title: 'Listing',
      options: [{ name: 'withFiles', kind: 'flag', label: 'With files', value: false }],
    })
  })

  it('[API-034] comes over REST with the names of the specification', async () => {
    const { item, guides } = await library()
    const browser = await here.browserOf(world.editor)

    const reply = await browser.get(`/api/export/file?format=listing&item_id=${item.id}&cat_id=${guides.id}`)

    expect(reply.body).toMatch(/^# Guides \(2\)\n/)
    expect(reply.headers['content-disposition']).toContain('filename="Guides.txt"')
  })

  it('is put on record (threats G5)', async () => {
    const { item } = await library()

    await fileOf(world.editor, { itemId: item.id })

    const { list } = await world.admin.do(coreOperations.audit.list, { page: 1, count: 1 })
    expect(list[0]).toMatchObject({ action: 'item.exported', objectId: `${item.id}` })
  })
})

describe('an export as a task', () => {
  const start = (person: Person, wishes: object) =>
    person.do(operations.start, { format: 'listing', ...wishes } as never)
  const statusOf = (taskId: number, person: Person) => person.do(coreOperations.task.status, { taskId })
  const until = (taskId: number, state: string, person: Person) =>
    vi.waitFor(async () => expect(await statusOf(taskId, person)).toMatchObject({ state }), PATIENCE)

  it('keeps the file for whoever asked for it', async () => {
    const { item } = await library()

    const { taskId } = await start(world.editor, { itemId: item.id })

    await until(taskId, 'done', world.editor)
    expect(await statusOf(taskId, world.editor)).toMatchObject({
      title: 'Export',
      fileName: 'Pay_ all_of it.txt',
      resultPath: `/${item.id}`,
      done: 4,
      of: 4,
    })
    const { body } = await (await here.browserOf(world.editor)).get(`/api/task/result?task_id=${taskId}`)
    expect(body).toContain('Guides / Deep / Below: text of Below\n')
  })

  it('gives the file no more to somebody who lost the item meanwhile', async () => {
    const { item } = await library()
    const { taskId } = await start(world.editor, { itemId: item.id })
    await until(taskId, 'done', world.editor)
    const browser = await here.browserOf(world.editor)
    const fetched = async () => (await browser.get(`/api/task/result?task_id=${taskId}`)).body

    await world.product.database.members.remove(item.id, world.editor.id)

    expect(await fetched()).not.toContain('text of')
    expect(JSON.parse(await fetched())).toMatchObject({ error_code: expect.not.stringMatching(/^0$/) as unknown })
  })

  it('[EXP-08] is refused at once, and again when the task runs', async () => {
    const { item } = await library()
    expect(await outcomeOf(start(world.reader, { itemId: item.id }))).toBe('notAllowed')
    expect(await outcomeOf(start(world.editor, { itemId: item.id, format: 'none' }))).toBe('notAvailable')
    given.write = async function* ({ read }) {
      await world.product.database.members.remove(item.id, world.editor.id)
      for await (const { title } of read()) yield new TextEncoder().encode(title)
    }

    const { taskId } = await start(world.editor, { itemId: item.id, format: 'given' })

    await until(taskId, 'failed', world.editor)
    expect(await statusOf(taskId, world.editor)).toMatchObject({ fileName: '', failure: expect.stringMatching(/./) })
  })
})
