import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '#tests/rest/replies.ts'
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
        open({ username, host }) {
          const files = new Map()
          const unlocked = () => {
            if (username !== 'sesame') throw new Error('the drawer is locked')
          }
          return {
            name: 'drawer://' + host,
            async put(key, file) {
              unlocked()
              const parts = []
              for await (const part of file.read()) parts.push(part)
              files.set(key, Buffer.concat(parts))
            },
            async read(key, range) {
              unlocked()
              const found = files.get(key)
              if (!found) return null
              return (async function* () {
                yield range ? found.subarray(range.first, range.last + 1) : found
              })()
            },
            async delete(key) {
              unlocked()
              files.delete(key)
            },
          }
        },
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
})
