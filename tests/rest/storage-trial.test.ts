import S3rver from '@20minutes/s3rver'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { cosSettings } from '#adapters/storage/cos/cos-settings.ts'
import { ossSettings } from '#adapters/storage/oss/oss-settings.ts'
import { qiniuSettings } from '#adapters/storage/qiniu/qiniu-settings.ts'
import { s3Settings } from '#adapters/storage/s3/s3-settings.ts'
import { Storages } from '#adapters/storage/storages.ts'
import type { StorageKind } from '#core/attachment/storage-kinds.ts'
import { storageAddressOf } from '#core/site/storage-address.ts'
import { storageSettings } from '#core/site/storage-settings.ts'
import { BUILT_IN_KINDS, storageAt } from '#server/compose/storage-choice.ts'
import { FILES_FOLDER, FixedClock, silentLog } from '#tests/support/services.ts'
import { site, type Browser, type Site } from './harness.ts'

const SURROUNDINGS = { clock: new FixedClock(), log: silentLog }
let folder: string
let server: S3rver
let here: Site
let admin: Browser
let setting: Readonly<Record<string, string>>
/** What is done with the storage that is opened. */
let changed: (kind: ReturnType<typeof storageAt>) => ReturnType<typeof storageAt> = (storage) => storage
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-trial-'))
  const options = {
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'docs' }],
  }
  server = new S3rver(options)
  const { port } = await server.run()
  const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
  const kinds: readonly StorageKind[] = BUILT_IN_KINDS
  files.openBy((address) => changed(storageAt(address, kinds, SURROUNDINGS)))
  here = await site({ files, fresh: true, startSettings: [] })
  admin = await here.browserOf(here.world.admin)
  setting = {
    ...{ oss_type: 's3_storage', key: 'S3RVER', secret: 'S3RVER', endpoint: `127.0.0.1:${port}`, bucket: 'docs' },
    ...{ protocol: 'http', region: 'us-east-1' },
  }
})
afterAll(async () => {
  await here.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const tried = (form: object = {}) => admin.postJson('siteConfig/tryStorage', { oss_setting: { ...setting, ...form } })
const steps = async (form: object = {}) => (await tried(form)).data.steps
const went = (...names: readonly string[]) => names.map((step) => ({ step, problem: null }))

describe('trying an object storage', () => {
  it('puts, reads, compares and deletes a file, and leaves nothing behind', async () => {
    expect(await steps()).toEqual(went('put', 'read', 'compare', 'delete'))
    expect(await readdir(path.join(folder, 'docs'))).toEqual([])
  })

  it.each([
    ['wrongKey', { secret: 'another' }],
    ['noBucket', { bucket: 'no-such-bucket' }],
    ['notReached', { endpoint: '127.0.0.1:1' }],
  ])('says %s, and nothing of what the storage said', async (problem, form) => {
    const reply = await tried(form)

    expect(reply.data.steps).toEqual([{ step: 'put', problem }])
    expect(JSON.stringify(reply)).not.toContain('another')
  })

  it.each([
    ['read', { read: () => Promise.reject(new Error('broken')) }, 'notReached', ['put']],
    [
      'compare',
      {
        read: async () =>
          (async function* () {
            yield new TextEncoder().encode('other')
          })(),
      },
      'different',
      ['put', 'read'],
    ],
    ['compare', { read: async () => null }, 'different', ['put', 'read']],
    ['delete', { delete: () => Promise.reject(new Error('broken')) }, 'notReached', ['put', 'read', 'compare']],
  ])('names the step that failed: %s', async (step, fault, problem, before) => {
    changed = (storage) => ({
      name: storage.name,
      put: (...given) => storage.put(...given),
      read: (...given) => storage.read(...given),
      delete: (...given) => storage.delete(...given),
      ...fault,
    })

    expect(await steps()).toEqual([...went(...before), { step, problem }])
    changed = (storage) => storage
  })

  it('is on record with the place, and done ten times a minute (threats S1)', async () => {
    here.world.clock.advance(120_000)
    for (let times = 0; times < 10; times += 1) await steps({ endpoint: '127.0.0.1:1' })

    expect(await tried({ endpoint: '127.0.0.1:1' })).toMatchObject({ error_code: 10429 })
    const { list } = await here.world.product.database.audit.find({ action: 'settings.tried' }, { page: 1, count: 1 })
    expect(list).toMatchObject([{ detail: '127.0.0.1:1' }])
    here.world.clock.advance(120_000)
  })

  it('needs its secret again for another place (D73), and uses the one that is kept for the same', async () => {
    await admin.postJson('adminSetting/saveConfig', { oss_setting: setting })

    expect(await steps({ secret: '********' })).toEqual(went('put', 'read', 'compare', 'delete'))
    const elsewhere = await tried({ secret: '********', endpoint: '127.0.0.1:1' })
    expect(elsewhere).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('oss_setting.secret') })
  })

  it.each([
    ['bucket', { bucket: '' }],
    ['bucket', { bucket: 'docs/../x' }],
    ['endpoint', { endpoint: 'https://user:word@s3.example.org' }],
    ['endpoint', { endpoint: 's3.example.org/path' }],
    ['domain', { oss_type: 'qiniu' }],
    ['region', { oss_type: 'qcloud', region: 'a/b', secretId: 'id', secretKey: 'key' }],
    ['secret_key', { oss_type: 'qcloud', secretId: 'id' }],
  ])('names the field that is wrong: %s', async (field, form) => {
    expect(await tried(form)).toMatchObject({
      error_code: 10101,
      error_message: expect.stringContaining(`oss_setting.${field}`),
    })
  })
})

describe('the address that a form describes (ADMIN-31)', () => {
  const addressOf = (form: object): string => storageAddressOf(storageSettings.schema.parse(form))
  const login = { key: 'a/b', secret: 'c@d:e?f#g%', bucket: 'docs' }

  it('is one that the kind of storage reads the same things from', () => {
    const aliyun = { ...login, provider: 'aliyun', endpoint: 'oss-cn-hangzhou.aliyuncs.com', protocol: 'https' }
    expect(ossSettings(addressOf(aliyun))).toMatchObject({ key: 'a/b', secret: 'c@d:e?f#g%', region: 'cn-hangzhou' })
    const s3 = { ...login, provider: 's3_storage', endpoint: 'https://s3.example.org:9000/', region: 'eu-central-1' }
    expect(s3Settings(addressOf(s3))).toMatchObject({ endpoint: 'https://s3.example.org:9000', region: 'eu-central-1' })
    const qcloud = { secretId: 'id', secretKey: login.secret, bucket: 'docs-125', region: 'ap-guangzhou' }
    expect(cosSettings(addressOf({ ...qcloud, provider: 'qcloud' }))).toMatchObject({
      bucketHost: 'docs-125.cos.ap-guangzhou.myqcloud.com',
      secretKey: login.secret,
      protocol: 'http://',
    })
    const qiniu = { ...login, provider: 'qiniu', domain: 'files.example.org', protocol: 'https' }
    expect(qiniuSettings(addressOf(qiniu))).toMatchObject({ domain: 'files.example.org', protocol: 'https://' })
  })
})
