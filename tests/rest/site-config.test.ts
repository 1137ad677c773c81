import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings, writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { site, type Browser, type Site } from './harness.ts'

const MASK = '********'
let here: Site | null = null
let admin: Browser
beforeEach(async () => {
  await here?.close()
  here = await site({ fresh: true, startSettings: [] })
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here?.close())
const place = (): Site => {
  if (!here) throw new Error('there is no site')
  return here
}
const load = async () => (await admin.post('adminSetting/loadConfig')).data
const save = (fields: object) => admin.postJson('adminSetting/saveConfig', fields)

const FRESH = {
  register_open: 1,
  home_page: 1,
  home_item: 0,
  oss_open: 0,
  oss_setting: {
    ...{ oss_type: 'aliyun', key: '', secret: '', endpoint: '', bucket: '', protocol: 'http', domain: '', region: '' },
    ...{ secretId: '', secretKey: '' },
  },
  history_version_count: 20,
  beian: '',
  show_watermark: 0,
  site_url: '',
  text_megabytes_per_person: 1024,
  text_megabytes_per_item: 2048,
  file_megabytes_per_person: 0,
  file_megabytes_per_item: 0,
}
const STORAGE = {
  ...{ oss_type: 's3_storage', key: 'AKIA', secret: 'open sesame', endpoint: 'https://s3.example.org', bucket: 'docs' },
  ...{ protocol: 'https', domain: 'https://files.example.org', region: 'eu-central-1', secretId: '', secretKey: '' },
}

describe('the form of the site', () => {
  it('[ADMIN-33] [ADMIN-36] [ENT-CONF-01] [ENT-CONF-02] [ENT-CONF-03] [ENT-CONF-04] [ENT-CONF-05] [ENT-CONF-10] [ENT-CONF-15] [ENT-CONF-16] [ENT-CONF-17] [ENT-CONF-18] [CONST-18] [CONST-36] has these values on a fresh site', async () => {
    expect(await load()).toEqual(FRESH)
  })

  it('[ADMIN-25] [ADMIN-29] [ADMIN-34] [ADMIN-35] [ENT-CONF-06] [ENT-CONF-07] [ENT-CONF-08] [ENT-CONF-09] [ENT-CONF-11] [ENT-CONF-12] [ENT-CONF-13] [ENT-CONF-14] gives back what was saved, secrets as a mask', async () => {
    const item = await place().world.addItem()
    const wishes = {
      ...{ register_open: false, home_page: 3, home_item: item.id, oss_open: true, oss_setting: STORAGE },
      ...{ history_version_count: '7', beian: '京ICP备1号', show_watermark: '1', site_url: 'https://docs.example.org' },
      ...{ text_megabytes_per_person: 0, text_megabytes_per_item: 1 },
      ...{ file_megabytes_per_person: 2, file_megabytes_per_item: 3 },
    }

    expect((await save(wishes)).error_code).toBe(0)

    const saved = { ...wishes, register_open: 0, oss_open: 1, history_version_count: 7, show_watermark: 1 }
    expect(await load()).toEqual({ ...saved, oss_setting: { ...STORAGE, secret: MASK } })
  })

  it('takes the form as a form sends it, its parts in brackets or as JSON', async () => {
    const parts = Object.fromEntries(Object.entries(STORAGE).map(([name, value]) => [`oss_setting[${name}]`, value]))
    await admin.post('adminSetting/saveConfig', { oss_open: 'true', history_version_count: 5, ...parts })
    expect((await load()).oss_setting).toEqual({ ...STORAGE, secret: MASK })

    await admin.post('adminSetting/saveConfig', {
      oss_setting: JSON.stringify({ bucket: 'docs', domain: 'other', secret: STORAGE.secret }),
    })
    expect((await load()).oss_setting).toEqual({ ...STORAGE, domain: 'other', secret: MASK })
  })

  it('[HOME-08] [HOME-09] [HOME-10] shows on the home page at once', async () => {
    await save({ home_page: 2, beian: '京ICP备2号' })

    expect((await place().browser().post('common/homePageSetting')).data).toEqual({
      ...{ beian: '京ICP备2号', home_page: 2, home_item: 0 },
    })
  })

  it('[REG-06] closes the registration', async () => {
    await save({ register_open: 0 })

    const newcomer = { username: 'newcomer', password: 'a long sentence', confirm_password: 'a long sentence' }
    expect((await place().browser().post('user/register', newcomer)).error_code).toBe(10211)
  })

  it('[ADMIN-56] shows the watermark to people who read', async () => {
    const item = await place().world.addItem()
    const reader = await place().browserOf(place().world.reader)
    await save({ show_watermark: 1 })

    expect((await reader.post('item/info', { item_id: item.id })).data.show_watermark).toBe(1)
  })

  it('leaves alone what is left out', async () => {
    await save({ beian: '京ICP备1号', history_version_count: 5, oss_setting: STORAGE })

    await save({ register_open: 0 })

    const { oss_setting, beian, history_version_count: count, register_open: isOpen } = await load()
    expect({ oss_setting, beian, count, isOpen }).toEqual({
      ...{ oss_setting: { ...STORAGE, secret: MASK }, beian: '京ICP备1号', count: 5, isOpen: 0 },
    })
  })

  it.each([
    [1, 1],
    [1000, 1000],
    ['42', 42],
    [0, 20],
    [1001, 20],
    [-1, 20],
    ['', 20],
    ['abc', 20],
    ['7.5', 20],
    ['1e2', 20],
    [true, 20],
    [null, 20],
    [[3], 20],
  ])('[D65] keeps %j versions as %i', async (typed, kept) => {
    await save({ history_version_count: 3 })
    await save({ history_version_count: typed })

    expect((await load()).history_version_count).toBe(kept)
  })

  it.each([
    ['home_page', { home_page: 4 }],
    ['home_item', { home_item: 2_000_000 }],
    ['site_url', { site_url: 'javascript:alert(1)' }],
    ['site_url', { site_url: 'not an address' }],
    ['oss_setting.oss_type', { oss_setting: { oss_type: 'floppy' } }],
    ['oss_setting.protocol', { oss_setting: { protocol: 'ftp' } }],
    ['oss_setting.bucket', { oss_setting: { bucket: 'x'.repeat(501) } }],
    ['beian', { beian: 'x'.repeat(201) }],
    ['text_megabytes_per_item', { text_megabytes_per_item: -1 }],
  ])('refuses a wrong %s, and changes nothing', async (field, wrong) => {
    const reply = await save({ register_open: 0, ...wrong })

    expect(reply).toMatchObject({ error_code: 10101, error_message: expect.stringContaining(field) })
    expect(await load()).toEqual(FRESH)
  })
})

it('[ADMIN-31] a storage that lacks several fields, or has wrong ones, is refused with the names of all', async () => {
  const refusedFor = async (form: object) =>
    (await save({ oss_open: 1, oss_setting: form })) as { error_code: number; error_message: string; data: object }

  const aliyun = await refusedFor({ oss_type: 'aliyun', endpoint: 'not a host', bucket: 'docs' })
  expect(aliyun).toMatchObject({
    error_code: 10101,
    data: { field: 'oss_setting.key, oss_setting.secret, oss_setting.endpoint' },
  })
  expect(aliyun.error_message).toContain('oss_setting.key, oss_setting.secret, oss_setting.endpoint')
  expect(await refusedFor({ oss_type: 'qcloud', bucket: 'd/ocs' })).toMatchObject({
    data: { field: 'oss_setting.secret_id, oss_setting.secret_key, oss_setting.region, oss_setting.bucket' },
  })
  expect(await refusedFor({ oss_type: 'qiniu', key: 'a', secret: 'b' })).toMatchObject({
    data: { field: 'oss_setting.domain, oss_setting.bucket' },
  })
  expect(await load()).toEqual(FRESH)
})

describe('secrets of the object storage', () => {
  beforeEach(() => save({ oss_open: 1, oss_setting: STORAGE }))
  const kept = async () =>
    JSON.stringify((await place().world.product.database.settings.read('storage')) ?? 'nothing is kept')

  it('[ADMIN-54] [D73] lie sealed, and are in no reply', async () => {
    expect(await kept()).not.toContain('open sesame')
    expect(JSON.stringify(await load())).not.toContain('open sesame')
    const settings = await admin.post('settings/read')
    expect(JSON.stringify(settings)).not.toContain('open sesame')
    const audit = await admin.post('audit/getList', { action: 'settings.changed' })
    expect(JSON.stringify(audit.data)).not.toContain('open sesame')
    expect(audit.data.list[0]).toMatchObject({ object_id: 'storage', detail: expect.stringContaining('secret') })
  })

  it('[D73] stay when their mask is sent back, and go with an empty text', async () => {
    const { services } = place().world.product
    const before = await kept()
    await save({ oss_setting: { ...STORAGE, secret: MASK, domain: 'https://cdn.example.org' } })
    expect((await load()).oss_setting.secret).toBe(MASK)
    const opened = (text: string) => services.seals.open(JSON.parse(text).secret.sealed, 'setting:storage.secret')
    expect([opened(before), opened(await kept())]).toEqual(['open sesame', 'open sesame'])

    await save({ oss_open: 0, oss_setting: { secret: '' } })
    expect((await load()).oss_setting.secret).toBe('')
  })

  it.each([
    ['endpoint', 'https://thief.example.org'],
    ['bucket', 'other'],
    ['region', 'us-east-1'],
    ['protocol', 'http'],
    ['oss_type', 'aliyun'],
  ])('[D73] are asked for again when %s changes', async (name, value) => {
    const reply = await save({ oss_setting: { ...STORAGE, secret: MASK, [name]: value } })

    expect(reply).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('oss_setting.secret') })
    expect((await load()).oss_setting).toEqual({ ...STORAGE, secret: MASK })
    expect((await save({ oss_setting: { ...STORAGE, [name]: value } })).error_code).toBe(0)
  })

  it('go with the provider that used them', async () => {
    const { secret: _, ...rest } = STORAGE
    const qcloud = { ...rest, oss_type: 'qcloud', bucket: 'docs-125', secretId: 'id', secretKey: 'of qcloud' }

    expect((await save({ oss_setting: { ...qcloud, secret: MASK } })).error_code).toBe(0)

    expect((await load()).oss_setting).toEqual({ ...qcloud, secret: '', secretKey: MASK })
  })
})

it('does not write down another address than the one the environment decides', async () => {
  const url = 'https://docs.example.org'
  const before = 'https://before.example.org'
  const elsewhere = await site({ fresh: true, environment: { PUBLIC_URL: url } })
  const { database } = elsewhere.world.product
  await writeSettings(database, siteSettings, { siteUrl: before })
  const browser = await elsewhere.browserOf(elsewhere.world.admin)

  expect((await browser.post('adminSetting/loadConfig')).data.site_url).toBe(url)
  expect((await browser.post('adminSetting/saveConfig', { site_url: 'https://other.example.org' })).error_code).toBe(
    10101,
  )
  for (const site_url of [url, ''])
    expect((await browser.post('adminSetting/saveConfig', { site_url, register_open: 1 })).error_code).toBe(0)
  expect(await readSettings(database, siteSettings)).toMatchObject({ siteUrl: before })
  await elsewhere.close()
})
