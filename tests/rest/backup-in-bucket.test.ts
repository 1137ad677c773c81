import S3rver from '@20minutes/s3rver'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackupBucket, type Patience } from '#server/backup/bucket.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { isThere, written, type WrittenPage } from '#tests/operating/site.ts'
import { bentProxy } from '#tests/support/bent-proxy.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { tokenOn } from '#tests/support/rest-call.ts'

const LOGIN = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const BACKUP_PASSPHRASE = 'words that somebody keeps'
const MADE_BY = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
const PATIENT = { connectMs: 30_000, totalMs: 30_000, tries: 1 } as const
/** For a silence that has to end. */
const HURRIED = { ...PATIENT, totalMs: 5_000 } as const
/** A little more than one part. */
const LARGE = 17 * 2 ** 20

let folder = ''
let server: S3rver
let address = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-bucket-'))
  const configureBuckets = [{ name: 'backups' }, { name: 'shared' }]
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets,
    allowMismatchedSignatures: true,
  })
  const { port } = await server.run()
  address = `s3://127.0.0.1:${port}/backups/docs?tls=off`
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const bucket = (of = address) => new BackupBucket(of, LOGIN)

describe('a backup in a bucket', () => {
  let page: WrittenPage
  const environment = () => ({ DATA_DIR: path.join(folder, 'site'), TMPDIR: folder, BACKUP_PASSPHRASE, ...LOGIN })
  beforeAll(async () => {
    await layDatabase(path.join(folder, 'site/database'))
    const { child, url, ended: end } = launched({ ...environment(), ...MADE_BY })
    page = await written(await url, await tokenOn(await url), 'Kept')
    child.kill('SIGTERM')
    await end
  }, 600_000)

  it('is proved, sent, read back, and restored from there', async () => {
    const { code, text } = await ended(environment(), 'server/backup.ts', address, '--keep', '1,1,1')

    expect([code, text]).toEqual([0, expect.stringContaining('is the same')])
    expect(text).not.toContain('S3RVER')
    const names = (await bucket().list()).map(({ name }) => name).toSorted()
    expect(names).toEqual([expect.stringMatching(/^octavo-.*Z\.tar\.gz$/), `${names[0]}.receipt.json`])
    expect(await readdir(path.join(folder, 'octavo-backup'))).toEqual([])

    const place = { DATA_DIR: path.join(folder, 'restored'), TMPDIR: folder, BACKUP_PASSPHRASE, ...LOGIN }
    const restored = await ended(place, 'server/restore.ts', address.replace('?', `/${names[0]}?`))
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('Restored the site')])
    expect((await readdir(folder)).filter((name) => name.startsWith('octavo-restore-'))).toEqual([])
    const { child, url, ended: end } = launched({ ...place, ...MADE_BY })
    expect(await isThere(await url, page)).toBe(true)
    child.kill('SIGTERM')
    await end
  }, 600_000)

  it('takes the place of older ones by the rule, and never of one of another site', async () => {
    const [old, foreign] = ['octavo-20200101T000000Z.tar.gz', 'octavo-20200102T000000Z.tar.gz']
    const [{ name: good } = { name: '' }] = await bucket().list()
    const receipt = JSON.parse((await bucket().text(`${good}.receipt.json`)) ?? '') as Record<string, unknown>
    for (const [name, keyId] of [
      [old, receipt['keyId']],
      [foreign, 'of another site'],
    ] as const) {
      await bucket().writeText(name, 'x')
      await bucket().writeText(`${name}.receipt.json`, JSON.stringify({ ...receipt, archive: name, bytes: 1, keyId }))
    }

    const { code, text } = await ended(environment(), 'server/backup.ts', address, '--keep', '1,0,0', '--no-proof')

    expect(code).toBe(0)
    expect(text).toContain(`Removed ${old}`)
    const names = (await bucket().list()).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith(old))).toEqual([])
    expect(names.filter((name) => name.startsWith(foreign))).toHaveLength(2)
    expect(names).toContain(good)
  }, 600_000)

  it('stops with words that name the bucket and no secret', async () => {
    const lost = address.replace('/backups/', '/nosuchbucket/')
    const refused = await ended({ ...environment(), AWS_SECRET_ACCESS_KEY: 'geheim' }, 'server/restore.ts', lost)
    const unnamed = await ended({ ...environment(), AWS_ACCESS_KEY_ID: '' }, 'server/backup.ts', address)
    const missing = await ended(
      { ...environment(), DATA_DIR: path.join(folder, 'empty') },
      ...['server/restore.ts', address.replace('?', '/octavo-20200101T000000Z.tar.gz?')],
    )

    expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('nosuchbucket') })
    expect(refused.text).not.toContain('geheim')
    expect(unnamed).toMatchObject({ code: 2, text: expect.stringContaining('a key and a secret must be given') })
    expect(missing).toMatchObject({ code: 2, text: expect.stringContaining('there is no backup at s3://') })
  }, 600_000)
})

it.each([
  ['a folder', '/shared/docs'],
  ['the whole bucket', '/shared'],
])('%s of a bucket that has other things in folders below is not searched with them', async (_, place) => {
  const shared = bucket(address.replace('/backups/docs', place))
  await shared.writeText('one', 'x')
  await shared.writeText('files/aa', 'x')

  expect(await shared.list()).toEqual([{ name: 'one', bytes: 1 }])
})

it('a bucket that answers without words is known by the status', async () => {
  await using refusing = await bentProxy(1)
  refusing.bend(() => 'refuse')
  const behind = bucket(`s3://127.0.0.1:${refusing.port}/backups?tls=off`)

  await expect(behind.list()).rejects.toThrow(/backups\/ cannot be listed: it answered with status 503\.$/)
})

describe('a bucket that lies', () => {
  /** What one says whose listing never ends, or whose object does not. */
  const lying = async (answer: (asked: URL, reply: ServerResponse) => void, patience: Patience = PATIENT) => {
    const server = createServer((request, reply) => answer(new URL(request.url ?? '', 'http://bucket.invalid'), reply))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      bucket: new BackupBucket(`s3://127.0.0.1:${port}/backups/docs?tls=off`, LOGIN, patience),
      async [Symbol.asyncDispose]() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }
  const listing = (content: string) => `<?xml version="1.0"?><ListBucketResult>${content}</ListBucketResult>`
  const more = (token: string) =>
    listing(`<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`)

  it.each([
    ['the same again', () => more('again'), 2],
    ['ever more', (asked: number) => more(`${asked}`), 100],
  ])('is not listed for ever when it names %s', async (_, answer, most) => {
    let asked = 0
    await using liar = await lying((_url, reply) => void reply.end(answer((asked += 1))))

    await expect(liar.bucket.list()).rejects.toThrow(/docs\/ cannot be listed: it names objects without end\.$/)
    expect(asked).toBe(most)
  })

  it('has nothing that lies beside its folder', async () => {
    const named = ['docs/one', 'secret/two', 'docs-three']
    const content = named.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
    await using liar = await lying((_url, reply) => void reply.end(listing(content)))

    expect(await liar.bucket.list()).toEqual([{ name: 'one', bytes: 1 }])
  })

  it('is left when it falls silent within an object', async () => {
    await using liar = await lying((_url, reply) => {
      reply.writeHead(200, { etag: '"x"', 'content-length': 100 })
      reply.write('{"half":')
    }, HURRIED)

    await Promise.all([
      expect(liar.bucket.text('silent')).rejects.toThrow(/docs\/silent cannot be read: it stopped sending\.$/),
      expect(liar.bucket.fetch('silent', path.join(folder, 'silent'))).rejects.toThrow('it stopped sending'),
    ])
  })

  it('is left when it cuts an object off', async () => {
    await using liar = await lying((_url, reply) => {
      reply.writeHead(200, { etag: '"x"', 'content-length': 100 })
      reply.write('{"half":', () => reply.destroy())
    })

    await expect(liar.bucket.text('cut')).rejects.toThrow(/docs\/cut cannot be read: /)
  })

  it('does not fill the memory with a receipt', async () => {
    const megabyte = Buffer.alloc(2 ** 20)
    await using liar = await lying((_url, reply) => {
      reply.writeHead(200, { etag: '"x"' })
      const pour = (): void => {
        while (!reply.destroyed && reply.write(megabyte));
      }
      reply.on('drain', pour)
      pour()
    })

    await expect(liar.bucket.text('receipt')).rejects.toThrow(/docs\/receipt is too long for a text\.$/)
  })
})

it('a file of several parts comes back byte for byte', async () => {
  const content = Buffer.from(
    Array.from({ length: LARGE / 1_024 }, (_, at) => String.fromCharCode(33 + (at % 90)).repeat(1_024)).join(''),
  )
  await writeFile(path.join(folder, 'large'), content)

  await bucket().keep('large', path.join(folder, 'large'))
  await bucket().fetch('large', path.join(folder, 'back'))

  expect((await readFile(path.join(folder, 'back'))).equals(content)).toBe(true)
})
