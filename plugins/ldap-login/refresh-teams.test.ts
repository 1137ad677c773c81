import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { HandlerContext } from '#core/plugin.ts'
import { refreshTeams } from './refresh-teams.ts'
import { ldapSettings } from './settings.ts'

it('a directory that fails for some people is asked for all others all the same, and said to have failed once', async () => {
  const server = net.createServer((socket) => socket.on('error', () => {}).destroy())
  const onConnection = vi.fn()
  server.on('connection', onConnection)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bind = { bindDn: 'cn=reader', bindPassword: 'reads people' }
  const settings = ldapSettings.schema.parse({ host: '127.0.0.1', port, security: 'none', ...bind })
  const error = vi.fn()
  const everybody = Array.from({ length: 21 }, (_, at) => ({ userId: at + 1, externalId: `id-${at}`, teamIds: [1] }))
  const ctx = {
    store: {
      settings: { read: async () => null },
      vouchedMemberships: {
        people: async (_: string, { after, count }: { readonly after: number; readonly count: number }) =>
          everybody.filter(({ userId }) => userId > after).slice(0, count),
      },
    },
    services: { clock: { now: () => new Date() }, log: { error } },
  } as unknown as HandlerContext
  try {
    await refreshTeams(ctx, settings, new AbortController().signal)
  } finally {
    server.close()
  }

  expect(onConnection).toHaveBeenCalledTimes(2)
  expect(error).toHaveBeenCalledTimes(1)
})
