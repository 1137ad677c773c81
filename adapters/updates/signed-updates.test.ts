import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DownloadStep } from '#core/ports/updates.ts'
import { silentLog } from '#tests/support/services.ts'
import { releaseFeed, type Packed, type PackedFile, type ReleaseFeed } from '#tests/support/release-feed.ts'
import { isNewer } from './versions.ts'
import { SignedUpdates } from './signed-updates.ts'

const RUNNING = '1.2.3'
const GOOD: Packed = {
  'package.json': '{ "version": "1.3.0", "type": "module" }',
  'server/serve.ts': 'export const serve = 1\n',
  'server/link.ts': { linkname: './serve.ts' },
}

/** By its path within the package, and on the disk beside it. */
const UP: Packed = { 'server/deep/up': { linkname: '..' } }
const OUT = 'server/deep/up/../..'

let feed: ReleaseFeed
let folder = ''
let restarts = 0
beforeEach(async () => {
  feed = await releaseFeed()
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'octavo-updates-')), 'updates')
  restarts = 0
})
afterEach(async () => {
  await feed[Symbol.asyncDispose]()
  await rm(path.dirname(folder), { recursive: true, force: true })
})

const updates = (others: Partial<{ isShared: () => Promise<boolean>; key: ReleaseFeed['key'] }> = {}) =>
  new SignedUpdates({
    ...{ feedUrl: feed.url, key: feed.key, givenUp: null, version: RUNNING, folder, log: silentLog },
    nodeOf: () => process.execPath,
    isShared: async () => false,
    restart: () => void (restarts += 1),
    ...others,
  })
const kept = () => readdir(folder).catch(() => [])

describe('a newer version', () => {
  it('[UPD-01] is offered, downloaded, and run from the next start on', async () => {
    await feed.publish('1.3.0', GOOD)
    const here = updates()

    expect(await here.newest()).toEqual({ version: '1.3.0', url: 'https://example.org/news' })
    await Promise.all([here.download(), here.download()])
    expect(await kept()).toEqual(['1.3.0'])
    expect(await readFile(path.join(folder, '1.3.0/server/link.ts'), 'utf8')).toContain('serve = 1')
    expect(restarts).toBe(0)
    await here.install()

    expect(JSON.parse(await readFile(path.join(folder, 'active.json'), 'utf8'))).toEqual({ version: '1.3.0' })
    expect(restarts).toBe(1)
  })

  it('reports the progress of a download to everybody who waits for it', async () => {
    await feed.publish('1.3.0', GOOD)
    const here = updates()
    const heard: [DownloadStep[], DownloadStep[]] = [[], []]
    const { signal } = new AbortController()

    await Promise.all(heard.map((steps) => here.download({ signal, progress: (step) => void steps.push(step) })))

    for (const steps of heard) {
      const [first] = steps
      const of = first?.of ?? 0
      expect(first).toEqual({ step: 'fetching', done: 0, of })
      expect(of).toBeGreaterThan(100)
      expect(steps).toContainEqual({ step: 'fetching', done: of, of })
      expect(steps.at(-1)).toEqual({ step: 'trying', done: 0, of: 0 })
    }
  })

  it('is cancelled once nobody waits for it, leaves nothing, and can be downloaded again', async () => {
    const asked = Promise.withResolvers<void>()
    await feed.publish('1.3.0', GOOD, {
      answer: (reply, whole) => reply.write(whole.subarray(0, 50), () => asked.resolve()),
    })
    const here = updates()
    const enders = [new AbortController(), new AbortController()]
    const waiting = enders.map(({ signal }) => here.download({ signal, progress: () => undefined }))
    const failures = waiting.map((each) => each.catch((error: unknown) => error))
    await asked.promise

    enders[0]?.abort('one has left')
    expect(await failures[0]).toBe('one has left')
    expect(await kept()).toEqual(['package.unfinished'])
    enders[1]?.abort('the other has left')
    await feed.publish('1.3.0', GOOD)
    const again = here.download()

    expect(await failures[1]).toBe('the other has left')
    await again
    expect(await kept()).toEqual(['1.3.0'])
  })

  it.each(['1.2.3', '1.2.2', '0.9.9'])(
    'is not offered if it is not newer than the running one, as %s',
    async (version) => {
      await feed.publish(version, GOOD)

      expect(await updates().newest()).toBeNull()
      await expect(updates().download()).rejects.toMatchObject({ kind: 'updateNotDownloaded' })
    },
  )

  it('is not offered if it was only made for other platforms', async () => {
    await feed.publish('1.3.0', GOOD, { manifest: (told) => ({ ...told, packages: {} }) })

    expect(await updates().newest()).toBeNull()
  })

  it('is not installed before it was downloaded, nor beside other servers', async () => {
    await feed.publish('1.3.0', GOOD)
    await expect(updates().install()).rejects.toMatchObject({ kind: 'updateNotDownloaded' })
    await updates().download()

    await expect(updates({ isShared: async () => true }).install()).rejects.toMatchObject({ kind: 'updateOfSeveral' })
    expect(await kept()).toEqual(['1.3.0'])
    expect(restarts).toBe(0)
  })

  it('keeps the previous version, and removes older ones and unfinished downloads', async () => {
    for (const name of ['1.0.0', '1.2.0', '1.10.0.unfinished', 'package.unfinished'])
      await mkdir(path.join(folder, name), { recursive: true })
    await feed.publish('1.3.0', GOOD)

    await updates().download()

    expect((await kept()).toSorted()).toEqual(['1.2.0', '1.3.0'])
  })

  it('is compared by its numbers, not by its text', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true)
    expect(isNewer('2.0.0', '10.0.0')).toBe(false)
    expect(isNewer('1.2.3', '1.2.3')).toBe(false)
  })
})

describe('nothing changes (threats G2)', () => {
  const other = generateKeyPairSync('ed25519').publicKey

  it.each<[string, Parameters<ReleaseFeed['publish']>[2], ReleaseFeed['key'] | null]>([
    ['somebody else has signed it', {}, other],
    [
      'a byte of the manifest is another',
      { feed: (told) => ({ ...told, manifest: told.manifest.replace('1.3.0', '1.4.0') }) },
      null,
    ],
    ['the signature is missing', { feed: ({ manifest }) => ({ manifest }) }, null],
    ['another product is signed', { manifest: (told) => ({ ...told, product: 'other' }) }, null],
    ['its version is a path', { manifest: (told) => ({ ...told, version: '../../etc' }) }, null],
  ])('when %s', async (_, change, key) => {
    await feed.publish('1.3.0', GOOD, change)
    const here = updates(key ? { key } : {})

    for (const step of [() => here.newest(), () => here.download(), () => here.install()])
      await expect(step()).rejects.toMatchObject({ kind: 'updateUntrusted' })
    expect(await kept()).toEqual([])
  })

  it.each<[string, Parameters<ReleaseFeed['publish']>[2], string]>([
    [
      'the package is another one',
      { answer: (reply, whole) => reply.end(Buffer.alloc(whole.length)) },
      'updateUntrusted',
    ],
    [
      'the package is longer',
      { answer: (reply, whole) => reply.end(Buffer.concat([whole, whole])) },
      'updateUntrusted',
    ],
    ['the package is shorter', { answer: (reply, whole) => reply.end(whole.subarray(9)) }, 'updateUntrusted'],
    ['the package is not there', { answer: (reply) => reply.writeHead(404).end() }, 'updateUnreached'],
    [
      'the download breaks off',
      {
        answer: (reply, whole) => {
          reply.writeHead(200, { 'content-length': whole.length })
          reply.write(whole.subarray(0, 50), () => reply.destroy())
        },
      },
      'updateUnreached',
    ],
    [
      'there is no room for it',
      { manifest: (told) => ({ ...told, packages: tooLarge(told['packages'] as Record<string, object>) }) },
      'diskFull',
    ],
  ])('when %s', async (_, change, kind) => {
    await feed.publish('1.3.0', GOOD, change)

    await expect(updates().download()).rejects.toMatchObject({ kind })
    expect(await kept()).toEqual([])
  })

  it.each<[string, Packed | readonly PackedFile[]]>([
    ['does not run here', { ...GOOD, 'server/serve.ts': 'throw new Error("no")' }],
    ['is of another version than it says', { ...GOOD, 'package.json': '{ "version": "9.9.9" }' }],
    ['writes beside its folder', { ...GOOD, '../evil.ts': '' }],
    ['leads out of its folder', { ...GOOD, evil: { linkname: '../../active.json' } }],
    ['leads out of its folder by a link to a link', { ...GOOD, ...UP, evil: { linkname: OUT } }],
    [
      'writes beside its folder through links',
      {
        ...GOOD,
        ...UP,
        evil: { linkname: OUT },
        'evil/active.json': '{ "version": "9.9.9" }',
      },
    ],
    ['links to nothing', { ...GOOD, evil: { linkname: './missing' } }],
    ['holds a file twice', [...Object.entries(GOOD), ['server/serve.ts', 'export const serve = 2\n']]],
  ])('when what was signed %s', async (_, files) => {
    await feed.publish('1.3.0', files)

    await expect(updates().download()).rejects.toMatchObject({ kind: 'updateUnusable' })
    expect(await kept()).toEqual([])
    expect(await readdir(path.dirname(folder))).toEqual(['updates'])
  })

  // What is written there finds no room.
  it.runIf(existsSync('/dev/full'))('when the disk is full as it is to be installed', async () => {
    await feed.publish('1.3.0', GOOD)
    const here = updates()
    await here.download()
    await symlink('/dev/full', path.join(folder, 'active.json.unfinished'))

    await expect(here.install()).rejects.toMatchObject({ kind: 'diskFull' })

    expect(await kept()).toEqual(['1.3.0'])
    expect(restarts).toBe(0)
    await here.install()
    expect(restarts).toBe(1)
  })

  it('when the server does not answer', async () => {
    await feed[Symbol.asyncDispose]()

    await expect(updates().newest()).rejects.toMatchObject({ kind: 'updateUnreached' })
    feed = await releaseFeed()
  })
})

const tooLarge = (packages: Record<string, object>): Record<string, object> =>
  Object.fromEntries(Object.entries(packages).map(([name, told]) => [name, { ...told, bytes: 10 ** 15 }]))
