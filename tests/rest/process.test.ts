import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { ADMIN, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'

const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-process-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** A data directory with an empty database, for a test that is not about how one is made. */
async function usedDirectory(name: string): Promise<string> {
  await layDatabase(path.join(directory, name, 'database'))
  return path.join(directory, name)
}

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

async function post(
  { url }: RunningServer,
  call: string,
  fields: Record<string, string>,
): Promise<{ error_code: number; data: Record<string, unknown> }> {
  const reply = await fetch(`${url}/api/${call}`, { method: 'POST', body: new URLSearchParams(fields) })
  return (await reply.json()) as { error_code: number; data: Record<string, unknown> }
}

describe('a running server', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ dataDirectory: path.join(directory, 'running'), environment: { LOG_LEVEL: 'debug' } })
  })

  it('keeps its data and its key to itself (threats K4)', async () => {
    expect(await modeOf(server.dataDirectory)).toBe('700')
    expect(await modeOf(path.join(server.dataDirectory, 'secret.key'))).toBe('600')
  })

  it('made the administrator of the configuration, and offers no set-up', async () => {
    const { error_code, data } = await post(server, 'user/login', { ...ADMIN })

    expect(error_code).toBe(0)
    expect(data['groupid']).toBe(1)
    expect(server.output()).not.toContain('/setup?token=')
  })

  it('refuses a second start on the same data before it touches them (reliability R2)', async () => {
    const { code, text } = await ended({ DATA_DIR: server.dataDirectory })

    expect(code).toBe(3)
    expect(text).toContain('another Octavo is using the data directory')
    expect((await post(server, 'common/homePageSetting', {})).error_code).toBe(0)
  })

  it('is not given samples while it runs', async () => {
    const { code, text } = await ended({ DATA_DIR: server.dataDirectory }, 'server/demo.ts')

    expect(code).toBe(3)
    expect(text).toMatch(/^Octavo cannot start: another Octavo is using the data directory .*\n$/)
  })

  it('writes none of the secrets it was told into its log (threats K3)', async () => {
    const secrets = ['planted-password', 'planted-token', 'planted-code', 'planted-content', 'planted-query']
    const [password = '', user_token = '', v_code = '', page_content = '', query = ''] = secrets
    await post(server, 'user/login', { username: 'nobody', password, v_code })
    await post(server, 'page/save', { user_token, page_content })
    await fetch(`${server.url}/api/user/info?user_token=${query}`)
    await fetch(`${server.url}/setup?token=${query}`)

    expect(server.output()).toContain('/api/user/login')
    for (const secret of [...secrets, ADMIN.password]) expect(server.output()).not.toContain(secret)
  })

  it('ends with code 0 on SIGTERM and leaves what was saved (reliability R3)', async () => {
    const login = await post(server, 'user/login', { ...ADMIN })
    const user_token = String(login.data['user_token'])
    const item = await post(server, 'item/add', { user_token, item_type: '1', item_name: 'Kept' })
    expect(item.error_code).toBe(0)
    await server.stop()

    const again = launched({ DATA_DIR: server.dataDirectory })
    const url = await again.url
    const list = await fetch(`${url}/api/item/myList`, { headers: { authorization: `Bearer ${user_token}` } })
    expect(await list.text()).toContain('"Kept"')

    const stoppedAt = performance.now()
    again.child.kill('SIGTERM')

    expect((await again.ended).code).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(20_000)
  })
})

it('ends with code 1 when its embedded database dies, so that a supervisor starts it anew (reliability R4)', async () => {
  const killer = `process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))`
  const dying = launched(
    { DATA_DIR: await usedDirectory('dying'), ...NO_ADMIN },
    ...['--import', `data:text/javascript,${killer}`, 'server/main.ts'],
  )
  const url = await dying.url
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  dying.child.kill('SIGUSR2')

  const { code, text } = await dying.ended
  expect(code).toBe(1)
  expect(text).toContain('stopping because the database is gone')
})

describe('errors that nothing has caught', () => {
  /** A server with a plugin that leaves one behind in as many ways as its route has addresses. */
  async function withStray(): Promise<RunningServer> {
    const dataDirectory = await usedDirectory('stray')
    const folder = path.join(dataDirectory, 'plugins/stray')
    await mkdir(folder, { recursive: true })
    const manifest = { id: 'stray', apiVersion: 2, summary: 'Fails where nobody waits.', server: 'server.js' }
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
    const server = `import { createReadStream } from 'node:fs'
const ways = {
  timer: () => void setTimeout(() => { throw new Error('a timer') }),
  text: () => void setTimeout(() => { throw 'a text' }),
  promise: () => void (async () => { await 1; throw new Error('a promise') })(),
  store: (ctx) => void ctx.store.documents.collection('stray.note').put({ at: new Date(), data: { text: '\\0' } }),
  stream: () => void createReadStream('/not/there'),
}
const answer = async (request, ctx) => {
  ways[new URL(request.url).pathname.split('/').at(-1)](ctx)
  return new Response('soon')
}
export default () => ({ routes: [{ prefix: '/stray-route/', caller: 'anyone', answer }] })`
    await writeFile(path.join(folder, 'server.js'), server)
    // As a server leaves it that was ended while it was blocked, see `server/standstill`.
    await writeFile(path.join(dataDirectory, 'blocked-by-plugin'), 'endless\n')
    return startServer({ dataDirectory })
  }

  it('are counted when they are of a plugin, which is switched off, and the server goes on', async () => {
    const server = await withStray()
    const named = () => server.output().split('in the plugin stray, which PLUGINS_DISABLED=stray disables').length - 1

    for (const [at, way] of ['timer', 'text', 'promise', 'store', 'stream'].entries()) {
      expect(await (await fetch(`${server.url}/stray-route/${way}`)).text()).toBe('soon')
      await vi.waitFor(() => expect(named(), way).toBe(at + 1), { timeout: 30_000, interval: 20 })
    }

    const login = await post(server, 'user/login', { ...ADMIN })
    const { data } = await post(server, 'plugin/list', { user_token: String(login.data['user_token']) })
    expect(data['plugins']).toContainEqual(
      expect.objectContaining({ id: 'stray', state: 'off', reason: expect.stringContaining('after 5 errors') }),
    )
    expect(server.output()).toContain('the plugin endless blocked the server until that was ended')
    expect(await readdir(server.dataDirectory)).not.toContain('blocked-by-plugin')
    await server.stop()
  })

  it('end the server with code 1 when they are of the product (reliability R4)', async () => {
    const thrower = `process.on('SIGUSR2', () => setTimeout(() => { throw new Error('of the product') }))`
    const failing = launched(
      { DATA_DIR: await usedDirectory('failing'), ...NO_ADMIN },
      ...['--import', `data:text/javascript,${thrower}`, 'server/main.ts'],
    )
    await failing.url

    failing.child.kill('SIGUSR2')

    const { code, text } = await failing.ended
    expect(code).toBe(1)
    expect(text).toContain('stopping after an uncaughtException')
  })
})

describe('the first start', () => {
  it('prints a one-time address that makes the administrator once', async () => {
    const server = await startServer({ dataDirectory: await usedDirectory('first'), environment: NO_ADMIN })
    const [, token = ''] = /\/setup\?token=([\w-]{40,})/.exec(server.output()) ?? []
    const person = { username: 'grace', password: 'a long enough phrase', confirm_password: 'a long enough phrase' }

    const wrong = await post(server, 'user/setUp', { ...person, token: 'wrong' })
    const right = await post(server, 'user/setUp', { ...person, token })
    const second = await post(server, 'user/setUp', { ...person, username: 'mallory', token })

    expect([wrong.error_code, right.error_code, second.error_code]).toEqual([10217, 0, 10217])
    expect(
      (await post(server, 'user/login', { username: person.username, password: person.password })).data['groupid'],
    ).toBe(1)
    await server.stop()
  })

  it('prints that address however little is logged', async () => {
    const { child, ended } = launched({ ...NO_ADMIN, LOG_LEVEL: 'error', DATA_DIR: await usedDirectory('quiet') })
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('/setup?token=')) child.kill('SIGTERM')
    })

    expect((await ended).text).toMatch(/\/setup\?token=[\w-]{40,}\n$/)
  })

  it('stops with one line per wrong variable', async () => {
    const { code, text } = await ended({ PORT: 'x', LANGUAGE: 'fr', DATA_DIR: path.join(directory, 'never') })

    expect(code).toBe(2)
    expect(text).toContain('PORT=x: must be a whole number.')
    expect(text).toContain('LANGUAGE=fr: must be one of zh-cn, en.')
    await expect(stat(path.join(directory, 'never'))).rejects.toThrow('ENOENT')
  })
})

describe('the samples', () => {
  it('fill a fresh directory once', async () => {
    const environment = { DATA_DIR: path.join(directory, 'samples'), LANGUAGE: 'en', ...NO_ADMIN }

    const first = await ended(environment, 'server/demo.ts')
    const second = await ended(environment, 'server/demo.ts')

    expect(first).toMatchObject({ code: 0, text: expect.stringContaining('log in as demo, password ') as unknown })
    const files = [
      'Orders API.docx',
      'Orders API.html',
      'Shop stock.xlsx',
      '商城库存.xlsx',
      '订单接口.docx',
      '订单接口.html',
    ]
    expect((await readdir(path.join(environment.DATA_DIR, 'samples'))).toSorted()).toEqual(files)
    for (const file of files) expect(first.text).toContain(path.join(environment.DATA_DIR, 'samples', file))
    expect(second.code).toBe(1)
    expect(second.text).toContain('is in use already')
    expect(second.text).not.toContain('    at ')
  }, 300_000)

  it('are not made with a wrong configuration', async () => {
    const { code, text } = await ended({ LANGUAGE: 'fr' }, 'server/demo.ts')

    expect(code).toBe(2)
    expect(text).toBe('Octavo cannot start with this configuration:\n  LANGUAGE=fr: must be one of zh-cn, en.\n')
  })
})
