import { expect, it } from 'vitest'
import { assertFits } from '#adapters/database/fitting-server.ts'
import { ServerRunning } from './compose/held-database.ts'
import { ConfigError } from './config.ts'
import { explainedForDatabase } from './database-problems.ts'

const ADDRESS = 'postgresql://octavo:geheim@db.example.org/octavo?sslmode=verify-full'

it.each([
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate', 'is not trusted (unable to get'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unable to get issuer certificate', 'is not trusted (unable to get'],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'is not valid today (certificate has expired): renew it'],
  ['CERT_NOT_YET_VALID', 'certificate is not yet valid', 'is not valid today (certificate is not yet valid): renew it'],
])('says in one line what is wrong with a certificate (%s)', (code, message, words) => {
  const explained = explainedForDatabase(Object.assign(new Error(message), { code }), ADDRESS) as Error

  expect(explained).toBeInstanceOf(ConfigError)
  expect(explained.message).toContain(`DATABASE_URL: the certificate of db.example.org:5432 ${words}`)
})

it('says in one line that PostgreSQL is too old', async () => {
  const old = { number: '130012', version: '13.12', encoding: 'UTF8', isReadOnly: 'off' }
  const client = { query: async () => ({ rows: [old] }) }

  const unfit: unknown = await assertFits(client as never).catch((error: unknown) => error)

  expect((explainedForDatabase(unfit, ADDRESS) as Error).message).toBe(
    'DATABASE_URL: PostgreSQL at db.example.org:5432 is version 13.12; 14 or newer is needed.',
  )
})

it.each([
  ['postgresql:///octavo?host=no-such-host.invalid', 'no-such-host.invalid'],
  ['postgresql://octavo@no-such-host.invalid:5433/octavo', 'no-such-host.invalid'],
])('names the machine that is not known, wherever %s names it', (address, name) => {
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })

  expect((explainedForDatabase(unknown, address) as Error).message).toContain(
    `DATABASE_URL: no machine with the name ${name} is known here.`,
  )
})

it('names the socket of a PostgreSQL that an Octavo is using', () => {
  expect(new ServerRunning('postgresql:///octavo?host=/run/postgresql').message).toContain(
    'an Octavo is using /run/postgresql: stop it first.',
  )
})

it('asks of a server behind Pgpool-II the one that people write to', async () => {
  let asked = ''
  const query = async (statement: string) => {
    asked = statement
    return { rows: [] }
  }

  await assertFits({ query } as never)

  expect(asked).toMatch(/^\/\*NO LOAD BALANCE\*\//)
})
