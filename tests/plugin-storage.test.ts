import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOfFormer } from '#core/attachment/former-storage.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { writeSettings } from '#core/settings.ts'
import { storageSettings } from '#core/site/storage-settings.ts'
import { problemsOf } from '#server/start-checks.ts'
import { dataOf } from '#tests/rest/replies.ts'
import { lockedStorage } from './support/locked-storage.ts'
import { siteWithPlugins, type SiteWithPlugins } from './support/site-with-plugins.ts'

/** Keeps files in memory at `drawer://{secret}@{name}`, where the secret is the word sesame. */
const SERVER = `
export default ({ contribute, storageKind, storageKinds, z }) => ({
  contributes: [
    contribute(
      storageKinds,
      storageKind({
        id: 'drawer',
        title: { en: 'A drawer', 'zh-cn': '抽屉' },
        settings: z.string().regex(/^drawer:\\/\\/[a-z]+@[a-z]+$/, 'names no drawer').transform((address) => new URL(address)),
        ${lockedStorage("'drawer'")},
      }),
    ),
  ],
})
`
const MANIFEST = { id: 'drawer', apiVersion: 2, summary: 'Keeps files in a drawer.', server: 'server.js' }

let site: SiteWithPlugins
beforeAll(async () => {
  site = await siteWithPlugins({
    async drop(plugins) {
      await mkdir(path.join(plugins, 'drawer'), { recursive: true })
      await writeFile(path.join(plugins, 'drawer', 'server.js'), SERVER)
      await writeFile(path.join(plugins, 'drawer', 'manifest.json'), JSON.stringify(MANIFEST))
    },
  })
})
afterAll(() => site.close())

/** As the form sends it. */
const called = async (name: string, input: object) => {
  const response = await site.admin.request({
    method: 'POST',
    url: `/trpc/${name}`,
    payload: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  })
  return response.json()
}
const loaded = async () => (await site.admin.get('/trpc/siteConfig.load?input=%7B%7D')).json().result.data
const save = (ossSetting: object) => called('siteConfig.save', { ossOpen: true, ossSetting })
const tried = async (ossSetting: object) => {
  const { result } = await called('siteConfig.tryStorage', { ossSetting })
  return result.data.steps.map(({ step, problem }: { step: string; problem: string | null }) => [step, problem])
}
const DRAWER = { kind: 'drawer', address: 'drawer://sesame@docs' }

describe('a kind of storage that a dropped-in plugin adds', () => {
  it('is offered by the settings of the site, and can be tried before it is saved', async () => {
    expect((await loaded()).kinds).toEqual([{ id: 'drawer', title: 'A drawer' }])
    expect(await tried(DRAWER)).toEqual(['put', 'read', 'compare', 'delete'].map((step) => [step, null]))
    expect(await tried({ ...DRAWER, address: 'drawer://open@docs' })).toEqual([['put', 'notReached']])
  })

  it.each(['drawer://nothing', 'cupboard://sesame@docs', 's3://key:secret@host/docs', ''])(
    'is not saved with the address %j, and the field is named without its secret',
    async (address) => {
      const { error } = await save({ ...DRAWER, address })

      expect(JSON.stringify(error)).toContain('ossSetting.address')
      expect(JSON.stringify(error)).not.toContain('sesame')
    },
  )

  it('keeps the files of the site, and its address with its secret is shown to nobody', async () => {
    await save(DRAWER)
    const { item_id } = await dataOf(site.admin, 'item/add', { item_type: 1, item_name: 'Files' })
    const fields = { page_id: 0, item_id, page_title: 'Page', page_content: 'text' }
    const { page_id } = await dataOf(site.admin, 'page/save', fields)
    const { url } = await site.admin.upload('page/upload', { name: 'a.txt', content: 'kept' }, { page_id })

    expect((await site.admin.get(new URL(url).pathname)).body).toBe('kept')
    const stored = await site.application.product.database.attachments.inStorages()
    expect(stored.map(({ storage }) => storage)).toEqual(['drawer://docs'])
    const { ossSetting } = await loaded()
    expect(ossSetting).toMatchObject({ kind: 'drawer', address: '********' })
    expect(await tried({})).toHaveLength(4)

    // A program that knows no kinds sends back what it was shown.
    const { oss_setting } = await dataOf(site.admin, 'adminSetting/loadConfig')
    expect(Object.keys(oss_setting)).not.toContain('kind')
    await site.admin.postJson('adminSetting/saveConfig', { oss_open: 1, oss_setting })
    expect((await loaded()).ossSetting).toMatchObject({ kind: 'drawer' })
    // Another provider takes its place, and its files stay readable.
    const s3 = { oss_type: 's3_storage', key: 'key', secret: 'secret', endpoint: '127.0.0.1:1', bucket: 'docs' }
    await site.admin.postJson('adminSetting/saveConfig', { oss_open: 1, oss_setting: s3 })
    expect((await loaded()).ossSetting).toMatchObject({ kind: '', address: '', provider: 's3_storage' })
    expect((await site.admin.get(new URL(url).pathname)).body).toBe('kept')
  })

  it('takes no files while its plugin is switched off, and no server takes them in its place', async () => {
    await save(DRAWER)
    const { item_id } = await dataOf(site.admin, 'item/add', { item_type: 1, item_name: 'More files' })
    const fields = { page_id: 0, item_id, page_title: 'Page', page_content: 'text' }
    const { page_id } = await dataOf(site.admin, 'page/save', fields)
    const upload = (content: string) => site.admin.upload('page/upload', { name: 'a.txt', content }, { page_id })
    const { url } = await upload('kept')
    const address = new URL(url).pathname
    const { database, services } = site.application.product
    const inLocal = async () =>
      (await database.attachments.inStorages()).find(({ storage }) => storage === 'local')?.files ?? 0
    const before = await inLocal()

    await called('plugin.switchOff', { id: 'drawer' })

    expect(await upload('not kept')).toMatchObject({
      error_code: 10444,
      error_message: expect.stringContaining('a storage of the kind drawer, whose plugin is missing or switched off'),
    })
    const asPicture = await site.admin.get(address)
    expect([asPicture.statusCode, asPicture.headers['retry-after'], asPicture.body]).toEqual([503, '30', ''])
    const opened = await site.admin.request({ url: address, headers: { accept: 'text/html,*/*' } })
    expect([opened.statusCode, opened.body]).toEqual([503, expect.stringContaining('storage is not available')])
    const { storages } = (await site.admin.get('/trpc/siteConfig.storages?input=%7B%7D')).json().result.data
    expect(storages).toContainEqual(expect.objectContaining({ storage: 'drawer://', isInUse: true, isKnown: false }))
    expect(storages).toContainEqual(expect.objectContaining({ storage: 'drawer://docs', isKnown: false }))
    // The form sends back what it was shown; other fields can be changed.
    expect(await save((await loaded()).ossSetting)).not.toHaveProperty('error')
    // Another storage takes its place, which is on record.
    await save({
      kind: '',
      provider: 's3_storage',
      key: 'key',
      secret: 'secret',
      endpoint: '127.0.0.1:1',
      bucket: 'docs',
    })
    expect((await database.attachments.formerStorages()).map(({ name }) => name)).toContain('drawer://')
    const { list } = await database.audit.find({ action: 'settings.changed' }, { page: 1, count: 1 })
    expect(list[0]?.detail).toContain('kind')
    await sweepFiles({ store: database, services })

    await called('plugin.switchOn', { id: 'drawer' })
    expect((await site.admin.get(address)).body).toBe('kept')
    await sweepFiles({ store: database, services })
    const known = (await database.attachments.formerStorages()).map(({ name }) => name)
    expect([known.includes('drawer://docs'), known.includes('drawer://')]).toEqual([true, false])
    expect((await site.admin.get(address)).body).toBe('kept')
    expect(await inLocal()).toBe(before)
  })
})

it('an address of a storage whose plugin is missing is not lost when another storage is chosen, nor with time', async () => {
  const without = await siteWithPlugins({ drop: async () => undefined })
  try {
    const { database, services } = without.application.product
    const wanted = { isOpen: true, kind: 'drawer', address: DRAWER.address }
    await writeSettings(database, storageSettings, wanted, services.seals)
    const { item_id } = await dataOf(without.admin, 'item/add', { item_type: 1, item_name: 'Files' })
    const fields = { page_id: 0, item_id, page_title: 'Page', page_content: 'text' }
    const { page_id } = await dataOf(without.admin, 'page/save', fields)
    const upload = () => without.admin.upload('page/upload', { name: 'a.txt', content: 'x' }, { page_id })
    expect(await upload()).toMatchObject({ error_code: 10444, error_message: expect.stringContaining('drawer') })
    expect(await problemsOf(without.application)).toContainEqual(expect.stringContaining('drawer'))

    await without.admin.postJson('adminSetting/saveConfig', { oss_open: 0 })

    expect(await upload()).toMatchObject({ error_code: 0 })
    const later = { ...services, clock: { now: () => new Date(Date.now() + 30 * 24 * 3_600_000) } }
    await sweepFiles({ store: database, services: later })
    const [former] = await database.attachments.formerStorages()
    expect(former && [former.name, addressOfFormer(former, services.seals)]).toEqual(['drawer://', DRAWER.address])
  } finally {
    await without.close()
  }
})
