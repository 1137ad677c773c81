import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { examineTask } from '#core/attachment/examine-files.ts'
import { removeStraysTask } from '#core/attachment/remove-strays.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { DomainError } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import { contextFor } from '#core/perform.ts'
import type { NamedTaskKind } from '#core/task/kind.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { FILES_FOLDER, silentLog } from '#tests/support/services.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import type { Person } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'

const { attachment: attachments } = coreOperations
const folder = path.join(FILES_FOLDER, 'strays')
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start(): Promise<World & { readonly local: LocalStorage }> {
  await mkdir(folder, { recursive: true })
  const local = new LocalStorage(folder, silentLog)
  const made = await world({ fresh: true, files: new Storages(local) })
  onTestFinished(made.close)
  return { ...made, local }
}
const tools = {
  signal: new AbortController().signal,
  kept: null,
  progress: () => {},
  keep: async () => {},
  endWith: async () => {},
}
const run = ({ product, admin }: World, kind: NamedTaskKind, by: Person = admin) =>
  kind.run(
    contextFor(product, by.caller, () => {}, true),
    {},
    tools,
  )
async function upload({ services, editor, product }: World, text: string) {
  const file = await services.incoming.receive('a.txt', fileOf(text).read(), 1_000)
  const { fileId } = await editor.do(attachments.upload, { file, pageId: 0, itemId: 0 })
  const [row] = await product.database.attachments.above(fileId - 1, 1)
  if (!row) throw new Error('the file is not there')
  return row
}
/** Lies on the disk since so long before what the clock of these tests says. */
async function leave({ clock }: World, key: string, hoursAgo: number): Promise<void> {
  const target = path.join(folder, key)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, 'left')
  const at = new Date(clock.now().getTime() - hoursAgo * 3_600_000)
  await utimes(target, at, at)
}

describe('the look for strays', () => {
  it('finds what no file refers to and what is missing, and changes nothing', async () => {
    const here = await start()
    const [kept, missing] = [await upload(here, 'how we pay'), await upload(here, 'how we bill')]
    await here.local.delete(missing.key)
    await leave(here, '3f/old', 25)
    await leave(here, '3f/new', 23)

    expect(await run(here, examineTask)).toEqual({
      text: expect.objectContaining({
        en: 'Without a file that refers to them: 1. Files that are missing in their storage: 1.',
      }) as unknown,
    })

    expect(await here.admin.do(attachments.strays, {})).toEqual({
      examinedAt: here.clock.now(),
      blobs: [{ storage: 'local', key: '3f/old', bytes: 4 }],
      files: [{ fileId: missing.id, displayName: 'a.txt' }],
      more: 0,
      unasked: 0,
      unlisted: [],
    })
    for (const key of [kept.key, '3f/old', '3f/new']) expect(await contentOf(await here.local.read(key))).not.toBeNull()
    expect(await here.product.database.attachments.byId(missing.id)).not.toBeNull()
    expect(await outcomeOf(here.editor.do(attachments.strays, {}))).toBe('notAllowed')
    await expect(run(here, examineTask, here.editor)).rejects.toThrow('notAllowed')
  })

  it('takes a storage that does not answer for no proof that something is missing', async () => {
    const here = await start()
    const file = await upload(here, 'how we pay')
    here.local.read = () => Promise.reject(new Error('the disk hangs'))

    await run(here, examineTask)

    expect(await here.admin.do(attachments.strays, {})).toMatchObject({ files: [], unasked: 1, unlisted: [] })
    expect(await here.product.database.attachments.byId(file.id)).not.toBeNull()
  })

  it('names a storage that does not say what is in it, and counts it as no file', async () => {
    const here = await start()
    here.local.list = () => {
      throw new DomainError('storageUnavailable')
    }

    const { text } = (await run(here, examineTask)) as { readonly text: { readonly en: string } }

    expect(await here.admin.do(attachments.strays, {})).toMatchObject({ unasked: 0, unlisted: ['local'] })
    expect(text.en).toContain('Not everything could be checked')
  })
})

describe('removing strays', () => {
  it('removes what was found, but nothing that is in use or back by then', async () => {
    const here = await start()
    const [missing, back] = [await upload(here, 'how we pay'), await upload(here, 'how we bill')]
    await here.local.delete(missing.key)
    await here.local.delete(back.key)
    await leave(here, '3f/old', 25)
    await leave(here, '3f/taken', 25)
    await run(here, examineTask)
    await here.local.put(back.key, fileOf('how we bill'))
    const { attachments: rows } = here.product.database
    await rows.insert({ ...back, key: '3f/taken', token: 't'.repeat(32) }, null)

    expect(await run(here, removeStraysTask)).toEqual({
      text: expect.objectContaining({
        en: 'Removed from the storage: 1. Removed from the list of files: 1.',
      }) as unknown,
    })
    await sweepFiles({ store: here.product.database, services: here.services })

    expect(await contentOf(await here.local.read('3f/old'))).toBeNull()
    for (const key of ['3f/taken', back.key]) expect(await contentOf(await here.local.read(key))).not.toBeNull()
    expect(await rows.byId(missing.id)).toBeNull()
    expect(await rows.byId(back.id)).not.toBeNull()
    expect(await here.admin.do(attachments.strays, {})).toMatchObject({ blobs: [], files: [] })
  })

  it('is refused when nobody has looked', async () => {
    const here = await start()

    await expect(run(here, removeStraysTask)).rejects.toThrow('notFound')
  })
})
