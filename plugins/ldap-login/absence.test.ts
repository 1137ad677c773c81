import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { writeSettings } from '#core/settings.ts'
import { site, type Site } from '#tests/rest/harness.ts'
import { ldapOperations } from './operations.ts'
import plugin from './plugin.ts'
import { ldapSettings } from './settings.ts'

/** Within which a login is answered, whatever the directory does. */
const LIMIT_MS = 5_000

let here: Site
let directory: net.Server
const sockets: Socket[] = []
beforeAll(async () => {
  directory = net.createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
  directory.listen(0, '127.0.0.1')
  await once(directory, 'listening')
  here = await site({
    operations: { ...coreOperations, ...ldapOperations },
    plugins: [plugin],
    contributes: plugin.contributes,
  })
  const { port } = directory.address() as AddressInfo
  // The form would try it first.
  await writeSettings(
    here.world.product.database,
    ldapSettings,
    {
      ...ldapSettings.schema.parse({}),
      isOpen: true,
      host: '127.0.0.1',
      port,
      security: 'none',
      baseDn: 'dc=example,dc=org',
      bindDn: 'cn=reader,dc=example,dc=org',
      bindPassword: 'reads people',
    },
    here.world.services.seals,
  )
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await here.close()
  for (const socket of sockets) socket.destroy()
  directory.close()
})

// By the server's own timers: how fast this machine is does not matter. Whatever waits for a later one never ends.
it('a login is answered within five seconds while the directory takes connections and says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = once(directory, 'connection')

  const answer = here.browser().post('user/login', { username: 'li', password: 'of the directory' })
  await asked
  await vi.advanceTimersByTimeAsync(LIMIT_MS)

  expect(await answer).toMatchObject({
    error_code: 10204,
    error_message: expect.stringContaining('the company directory') as unknown,
  })
}, 60_000)

it('a local login does not wait for it at all', async () => {
  const { username } = here.world.owner
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  const answer = await here.browser().post('user/login', { username, password: here.world.password })

  expect(answer).toMatchObject({ error_code: 0 })
}, 60_000)
