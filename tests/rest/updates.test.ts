import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { site, type Browser, type Site } from './harness.ts'

let here: Site
let admin: Browser
beforeAll(async () => {
  here = await site({ fresh: true })
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

describe('a site that looks for no newer versions', () => {
  it('[ADMIN-49] [D58] [ENT-VER-01] [ENT-VER-02] [ENT-VER-03] takes its own version for the newest one', async () => {
    const { version } = packageFile

    expect(await admin.get('/api/adminUpdate/checkUpdate').then((reply) => reply.json())).toMatchObject({
      error_code: 0,
      data: { version, new_version: version, url: '' },
    })
    expect((await here.browser().get('/api/common/version')).json()).toMatchObject({ data: { version } })
  })

  it('[UPD-04] tells its version to everybody, without a login', async () => {
    const reply = await here.browser().get('/api/common/version')

    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ error_code: 0, data: { version: packageFile.version } })
  })

  it('[D58] says so to whoever wants to update it', async () => {
    for (const step of ['adminUpdate/download', 'adminUpdate/start'])
      expect((await admin.post(step)).error_code, step).toBe(10470)
    expect((await admin.post('adminUpdate/updateFiles', { file_url: 'https://example.org/x.zip' })).error_code).toBe(
      10470,
    )
  })
})

describe('update/checkDb', () => {
  it('[UPD-03] is content with tables that are up to date, as often as it is asked', async () => {
    expect((await admin.post('update/checkDb')).error_code).toBe(0)
    expect((await admin.post('update/checkDb')).error_code).toBe(0)
  })
})
