import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeNewPlugin } from '#server/authoring/new-plugin.ts'
import { fileSums, sumOfAll } from '#server/compose/plugin-sum.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'
import { call, tokenOn, type RestReply } from '#tests/support/rest-call.ts'
import { zipped, type Zipped } from '#tests/support/zipped.ts'

const MANIFEST = { id: 'titles', apiVersion: 2, summary: 'Says hello', version: '1.0.0', server: 'server.js' }
/** Says in the log when it is loaded, and what of the environment it sees. */
const SERVER = `console.error('LOADED with ' + Object.keys(process.env).filter((name) => /KEY|PASS|URL/.test(name)))
export default () => ({})\n`

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-plugin-upload-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const filesOf = (changed: Partial<typeof MANIFEST> = {}, more: Zipped = {}): Zipped => ({
  'manifest.json': JSON.stringify({ ...MANIFEST, ...changed }),
  'server.js': SERVER,
  ...more,
})

async function site(name: string, environment: Record<string, string>) {
  const dataDirectory = path.join(directory, name)
  if (!(await readdir(dataDirectory).catch(() => null))) await layDatabase(path.join(dataDirectory, 'database'))
  const { child, url, ended } = launched({
    ...{ DATA_DIR: dataDirectory, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    ...environment,
  })
  const address = await url
  const user_token = await tokenOn(address)
  return {
    ask: (called: string, fields: Record<string, string> = {}) => call(address, called, { user_token, ...fields }),
    async send(zip: Buffer): Promise<RestReply> {
      const form = new FormData()
      form.set('user_token', user_token)
      form.set('file', new Blob([Uint8Array.from(zip)]), 'plugin.zip')
      return call(address, 'plugin/upload', form)
    },
    inPlace: () => readdir(path.join(dataDirectory, 'plugins')).catch((): string[] => []),
    aside: () => readdir(path.join(dataDirectory, 'uploaded-plugins')).catch((): string[] => []),
    dataDirectory,
    async end() {
      child.kill('SIGTERM')
      return (await ended).text
    },
  }
}

describe('a plugin that an administrator sends', () => {
  it('is refused with words unless the operator lets administrators send some', async () => {
    const here = await site('off', {})

    const refused = await here.send(await zipped(filesOf()))

    expect(refused).toMatchObject({ error_code: 10480, error_message: expect.stringContaining('PLUGIN_UPLOAD=on') })
    expect((await here.ask('plugin/uploads')).data).toEqual({ is_on: 0, plugins: [] })
    expect(await here.aside()).toEqual([])
    await here.end()
  }, 240_000)

  it('is checked, kept aside with its sum, and runs from the next start on once it is switched on', async () => {
    const { send, ask, inPlace, aside, end, dataDirectory } = await site('on', {
      PLUGIN_UPLOAD: 'on',
      METRICS_TOKEN: 'a token of the operator'.replaceAll(' ', '-'),
    })

    const { error_code, data } = await send(await zipped(filesOf()))

    expect([error_code, data['faults'], data['id']]).toEqual([0, [], 'titles'])
    const sum = sumOfAll(await fileSums(path.join(dataDirectory, 'uploaded-plugins/titles')))
    expect(data['sum']).toBe(sum)
    expect((await ask('plugin/uploads')).data).toMatchObject({
      is_on: 1,
      plugins: [{ id: 'titles', version: '1.0.0', summary: 'Says hello', sum, is_new_version: 0 }],
    })
    expect(await inPlace()).toEqual([])

    // Somebody else may have sent another one with that name since its sum was compared.
    for (const call of ['plugin/install', 'plugin/discard'])
      expect(await ask(call, { id: 'titles', seen: JSON.stringify({ sum: 'another' }) })).toMatchObject({
        error_code: 10416,
        data: { sum },
      })
    expect([await inPlace(), (await aside()).length]).toEqual([[], 2])
    expect(await ask('plugin/install', { id: 'titles', seen: JSON.stringify({ sum }) })).toMatchObject({
      error_code: 0,
    })

    expect([await inPlace(), await aside()]).toEqual([['titles'], []])
    expect((await ask('plugin/install', { id: 'titles' })).error_code).toBe(10101)
    // What looked at it said nothing here, and nothing has loaded it since.
    expect(await end()).not.toContain('LOADED')
    const again = await site('on', { PLUGIN_UPLOAD: 'on' })
    const listed = (await again.ask('plugin/list')).data['plugins'] as readonly { readonly id: string }[]
    expect(listed.find(({ id }) => id === 'titles')).toMatchObject({ state: 'running', version: '1.0.0' })

    const newer = await again.send(
      await zipped({
        'titles/manifest.json': JSON.stringify({ ...MANIFEST, version: '1.1.0' }),
        'titles/server.js': SERVER,
      }),
    )
    expect(newer.data['faults']).toEqual([])
    expect((await again.ask('plugin/uploads')).data).toMatchObject({
      plugins: [{ version: '1.1.0', is_new_version: 1 }],
    })
    expect(await again.ask('plugin/install', { id: 'titles' })).toMatchObject({ error_code: 0 })
    const manifest = await readFile(path.join(dataDirectory, 'plugins/titles/manifest.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({ version: '1.1.0' })
    const { list } = (await again.ask('audit/getList', { count: '20' })).data as { list: readonly { action: string }[] }
    expect(list.filter(({ action }) => action.startsWith('plugin.')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['plugin.installed', 'plugin.uploaded']),
    )
    await again.end()
  }, 480_000)

  it('is told all that is wrong with it, and nothing of it is kept', async () => {
    const here = await site('wrong', { PLUGIN_UPLOAD: 'on', SECRET_KEY: 'k'.repeat(40) })
    const faultsOf = async (files: Zipped) => {
      const { error_code, data, error_message } = await here.send(await zipped(files))
      return error_code === 0 ? (data['faults'] as readonly string[]).join('\n') : `${error_code} ${error_message}`
    }

    expect(await faultsOf({ 'readme.txt': 'no plugin' })).toMatch(/^10481 .*it holds no manifest\.json/)
    expect(await faultsOf(filesOf({ id: '../evil' }))).toMatch(/^10481 .*manifest\.json names it/)
    expect(await faultsOf(filesOf({ id: 'backstage' }))).toContain('the product has a plugin backstage already')
    expect(await faultsOf(filesOf({ server: 'other.js' }))).toContain('names other.js, which is not there')
    expect(await faultsOf(filesOf({}, { 'server.js': 'export default () => ({ oprations: {} })' }))).toContain(
      'it has an unknown key: oprations',
    )
    expect(await faultsOf(filesOf({}, { 'server.js': 'process.exit(0)' }))).toContain('it ended the process')
    expect(
      await faultsOf(
        filesOf(
          {},
          {
            'server.js': `import { readFileSync } from 'node:fs'\nreadFileSync(${JSON.stringify(path.join(here.dataDirectory, 'octavo.lock'))})\nexport default () => ({})`,
          },
        ),
      ),
    ).toContain('it cannot be loaded')
    expect(
      await faultsOf(
        filesOf(
          {},
          { 'server.js': `if (process.env.SECRET_KEY) throw new Error('sees it')\nexport default () => ({})` },
        ),
      ),
    ).toBe('')
    expect(await here.ask('plugin/discard', { id: 'titles' })).toMatchObject({ error_code: 0 })
    expect([await here.aside(), await here.inPlace()]).toEqual([[], []])
    await here.end()
  }, 480_000)

  it('has to have the sum that the operator names, where some are named', async () => {
    const made = path.join(directory, 'named')
    const files = await writeNewPlugin({ id: 'titles', parent: made, isDroppedIn: true })
    const sum = sumOfAll(await fileSums(path.join(made, 'titles')))
    const zip = await zipped(
      Object.fromEntries(
        await Promise.all(files.map(async (file) => [path.basename(file), await readFile(file, 'utf8')] as const)),
      ),
    )
    const here = await site('summed', { PLUGIN_UPLOAD: 'on', PLUGIN_SUMS: `titles=${sum}` })

    const other = await here.send(await zipped(filesOf()))
    const named = await here.send(zip)

    expect(String((other.data['faults'] as readonly string[])[0])).toContain('PLUGIN_SUMS names another sum')
    expect(named.data).toEqual({ id: 'titles', sum, faults: [] })
    await here.end()
  }, 240_000)
})
