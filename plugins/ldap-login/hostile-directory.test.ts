import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { authority } from '#tests/support/certificates.ts'
import { inDirectory, type Directory } from './directory.ts'
import { personFilter } from './person-filter.ts'
import { DirectoryProblem } from './problem.ts'
import { ldapSettings, type LdapSettings } from './settings.ts'

const PASSWORD = 'reads people'
const servers: net.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that does this with every connection. */
async function settingsOf(work: (socket: Socket) => void, changes: Partial<LdapSettings> = {}): Promise<LdapSettings> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    work(socket)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bind = { bindDn: 'cn=reader', bindPassword: PASSWORD }
  return ldapSettings.schema.parse({ host: '127.0.0.1', port, security: 'none', ...bind, ...changes })
}
const never = new AbortController().signal
const search = async (directory: Directory): Promise<unknown> => {
  await directory.bindForSearch()
  return directory.search(personFilter({ searchFilter: '(cn=*)', userField: 'uid' }, 'li'), ['cn'], 2)
}
const problemOf = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(DirectoryProblem)
/** The id of the first message; tests only use ids below 128. */
const idIn = (message: Buffer): number => message[4] ?? 0
const bound = (id: number) => Buffer.from([0x30, 12, 2, 1, id, 0x61, 7, 10, 1, 0, 4, 0, 4, 0])
const startedTls = (id: number, code = 0) => Buffer.from([0x30, 12, 2, 1, id, 0x78, 7, 10, 1, code, 4, 0, 4, 0])
/** The end of a search. */
const found = (id: number, code = 0) => Buffer.from([0x30, 12, 2, 1, id, 0x65, 7, 10, 1, code, 4, 0, 4, 0])
/** Another directory in which to search on. */
const referral = (id: number, url: string) => {
  const uri = Buffer.concat([Buffer.from([4, url.length]), Buffer.from(url)])
  const reference = Buffer.concat([Buffer.from([0x73, uri.length]), uri])
  return Buffer.concat([Buffer.from([0x30, 3 + reference.length, 2, 1, id]), reference])
}

it('a directory that never answers is left when nobody waits any more (R11)', async () => {
  const nobodyWaits = new AbortController()
  const settings = await settingsOf((socket) => socket.on('data', () => nobodyWaits.abort(new Error('late'))))

  await expect(inDirectory(settings, nobodyWaits.signal, search)).rejects.toMatchObject({
    step: 'bind',
    problem: 'noAnswer',
  })
})

it.each(['starttls', 'ldaps'] as const)('one that never answers to %s is left as well', async (security) => {
  const nobodyWaits = new AbortController()
  const late = () => nobodyWaits.abort(new Error('late'))
  const settings = await settingsOf(
    (socket) => {
      let isUpgraded = security === 'ldaps'
      socket.on('data', (data) => {
        if (isUpgraded) return late()
        isUpgraded = true
        socket.write(startedTls(idIn(data)))
      })
    },
    { security },
  )

  await expect(inDirectory(settings, nobodyWaits.signal, search)).rejects.toMatchObject({ problem: 'noAnswer' })
})

it('one that does not listen is told from one that cannot be found', async () => {
  const settings = await settingsOf(() => {})
  servers.splice(0).forEach((server) => server.close())
  const nowhere = { ...settings, host: 'directory.invalid' }

  await expect(inDirectory(settings, never, search)).rejects.toMatchObject({ step: 'connect', problem: 'refused' })
  await expect(inDirectory(nowhere, never, search)).rejects.toMatchObject({ step: 'connect', problem: 'unknownHost' })
})

it('one that floods us is left after a megabyte (threats L2)', async () => {
  let sent = 0
  const chunk = Buffer.alloc(64 * 1024, 0x41)
  const settings = await settingsOf((socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
    }
    socket.on('drain', pour)
    // The beginning of a message of 64 MB.
    socket.once('data', () => socket.write(Buffer.from([0x30, 0x84, 4, 0, 0, 0])) && pour())
  })

  await problemOf(inDirectory(settings, never, search))
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

it.each(['rubbish', ''])('one that answers %j and ends is a problem and no crash', async (answer) => {
  const settings = await settingsOf((socket) => socket.once('data', () => socket.end(answer)))

  await problemOf(inDirectory(settings, never, search))
})

it('a password is never sent in the clear after TLS has broken off', async () => {
  let connections = 0
  const heard: Buffer[] = []
  const settings = await settingsOf(
    (socket) => {
      connections += 1
      socket.on('data', (data) => {
        heard.push(data)
        if (heard.length === 1) socket.end(startedTls(idIn(data)))
        else socket.write(bound(idIn(data)))
      })
    },
    { security: 'starttls' },
  )

  await problemOf(inDirectory(settings, never, search))
  expect(connections).toBe(1)
  expect(Buffer.concat(heard).includes(PASSWORD)).toBe(false)
})

it('nor on a second connection when the first one ends behind a bind', async () => {
  let connections = 0
  const settings = await settingsOf((socket) => {
    connections += 1
    socket.once('data', (data) => socket.end(bound(idIn(data))))
  })

  await problemOf(
    inDirectory(settings, never, async (directory) => {
      await directory.bindForSearch()
      await new Promise((resolve) => setImmediate(resolve))
      await directory.bindAs('uid=li', 'of the directory')
      await directory.bindAs('uid=li', 'of the directory')
    }),
  )
  expect(connections).toBe(1)
})

it('an empty password is never sent, because directories take it for a visit by nobody (threats L1)', async () => {
  const heard: Buffer[] = []
  const settings = await settingsOf((socket) => socket.on('data', (data) => heard.push(data)))
  const asPerson = (directory: Directory) => directory.bindAs('uid=li', '')
  const asReader = (directory: Directory) => directory.bindForSearch()

  await expect(inDirectory(settings, never, asPerson)).rejects.toMatchObject({ problem: 'noPassword' })
  await expect(inDirectory({ ...settings, bindPassword: '' }, never, asReader)).rejects.toMatchObject({
    problem: 'noPassword',
  })
  expect(heard).toEqual([])
})

it('one that floods the line with small messages is left, and the process goes on (L2)', async () => {
  const small = Buffer.from([0x30, 5, 2, 1, 5, 0x73, 0])
  const flood = Buffer.concat(Array.from({ length: 20_000 }, () => small))
  const settings = await settingsOf((socket) => socket.on('data', () => socket.write(flood)))
  const nobodyWaits = new AbortController()
  setTimeout(() => nobodyWaits.abort(new Error('late')), 500)

  await problemOf(inDirectory(settings, nobodyWaits.signal, search))
})

it('one that begins a message in clear text, for what comes over TLS to continue, is left (L1)', async () => {
  const begun = Buffer.from([0x30, 0x82, 0x04, 0x00, 2, 1, 2, 0x64])
  const settings = await settingsOf(
    (socket) => socket.once('data', (data) => socket.write(Buffer.concat([startedTls(idIn(data)), begun]))),
    { security: 'starttls' },
  )

  await expect(inDirectory(settings, never, search)).rejects.toMatchObject({ step: 'secure', problem: 'noTls' })
})

it.each([51, 52, 3])('one that answers %s to a password has not judged it', async (code) => {
  const settings = await settingsOf((socket) =>
    socket.on('data', (data) =>
      socket.write(Buffer.from([0x30, 12, 2, 1, idIn(data), 0x61, 7, 10, 1, code, 4, 0, 4, 0])),
    ),
  )

  await expect(
    inDirectory(settings, never, (directory) => directory.bindAs('cn=li', 'a password')),
  ).rejects.toMatchObject({ step: 'password', problem: 'rejected' })
})

it('an answer that the directory cuts is a failure where everybody is asked about, and not where some are enough', async () => {
  const cut = (id: number) => Buffer.from([0x30, 12, 2, 1, id, 0x65, 7, 10, 1, 4, 4, 0, 4, 0])
  const settings = await settingsOf((socket) => {
    socket.once('data', (data) => {
      socket.write(bound(idIn(data)))
      socket.once('data', (next) => socket.write(cut(idIn(next))))
    })
  })
  const all = async (directory: Directory): Promise<unknown> => {
    await directory.bindForSearch()
    return directory.search(personFilter({ searchFilter: '(cn=*)', userField: 'uid' }, 'li'), ['cn'])
  }

  await expect(inDirectory(settings, never, all)).rejects.toMatchObject({ step: 'search' })
  expect(await inDirectory(settings, never, search)).toEqual([])
})

it.each([1, 2, 12, 52, 53])(
  'one that refuses StartTLS with %s, as somebody in between may, hears no password (L1)',
  async (code) => {
    const heard: Buffer[] = []
    const settings = await settingsOf(
      (socket) =>
        socket.on('data', (data) => {
          heard.push(data)
          socket.write(heard.length === 1 ? startedTls(idIn(data), code) : bound(idIn(data)))
        }),
      { security: 'starttls' },
    )

    await expect(inDirectory(settings, never, search)).rejects.toMatchObject({ step: 'secure' })
    expect(heard).toHaveLength(1)
    expect(Buffer.concat(heard).includes(PASSWORD)).toBe(false)
  },
)

it('one that hangs after it has accepted the password of the search is left when nobody waits any more (R11)', async () => {
  const nobodyWaits = new AbortController()
  const settings = await settingsOf((socket) =>
    socket.once('data', (data) => {
      socket.write(bound(idIn(data)))
      socket.on('data', () => nobodyWaits.abort(new Error('late')))
    }),
  )

  await expect(inDirectory(settings, nobodyWaits.signal, search)).rejects.toMatchObject({
    step: 'search',
    problem: 'noAnswer',
  })
})

it('one that refers to another directory is not followed there, where the password would go (L2)', async () => {
  let visits = 0
  const other = await settingsOf(() => void (visits += 1))
  const elsewhere = `ldap://127.0.0.1:${other.port}/`
  const referring = (answer: (id: number) => Buffer) =>
    settingsOf((socket) =>
      socket.once('data', (data) => {
        socket.write(bound(idIn(data)))
        socket.once('data', (next) => socket.write(answer(idIn(next))))
      }),
    )
  const beside = await referring((id) => Buffer.concat([referral(id, elsewhere), found(id)]))
  const instead = await referring((id) => found(id, 10))

  expect(await inDirectory(beside, never, search)).toEqual([])
  await expect(inDirectory(instead, never, search)).rejects.toMatchObject({ step: 'search', problem: 'rejected' })
  expect(visits).toBe(0)
})

it('one with a certificate that has expired, is not valid yet or belongs to another host hears no password (L1)', async () => {
  await using signer = await authority()
  const problems: unknown[] = []
  const heard: Buffer[] = []
  for (const wishes of [
    { from: '20200101000000Z', until: '20200201000000Z' },
    { from: '20450101000000Z', until: '20450201000000Z' },
    { name: 'DNS:directory.example.org' },
    {},
  ]) {
    const server = tls.createServer(await signer.sign(wishes), (socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        heard.push(data)
        socket.end()
      })
    })
    // A client that refuses the certificate leaves during the handshake.
    server.on('tlsClientError', () => {})
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const secured = { host: '127.0.0.1', port, security: 'ldaps', caCertificate: signer.ca, bindDn: 'cn=reader' }
    const settings = ldapSettings.schema.parse({ ...secured, bindPassword: PASSWORD })
    const error = await inDirectory(settings, never, search).catch((thrown: unknown) => thrown)
    problems.push((error as DirectoryProblem).problem)
    if (problems.length < 4) expect(heard).toEqual([])
  }

  expect(problems).toEqual(['untrusted', 'untrusted', 'untrusted', 'broken'])
  expect(Buffer.concat(heard).includes(PASSWORD)).toBe(true)
})
