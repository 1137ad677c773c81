import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { cuttableLine } from '#tests/support/cuttable-line.ts'
import { ended } from '#tests/support/launched.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-unreached-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Lines without a story of the code, and with code 2, or another. */
function expectPlain({ code, text }: { readonly code: number | null; readonly text: string }, due = 2): void {
  expect(text).not.toMatch(/\n {4}at |"level":"error"/)
  expect(code).toBe(due)
}

describe('a start before PostgreSQL is there', () => {
  it.each([
    ['127.0.0.1:1', 'DATABASE_URL: nothing listens at 127.0.0.1:1. Start again once PostgreSQL runs'],
    [
      'no-such-host.invalid',
      'DATABASE_URL: no machine with the name no-such-host.invalid is known here. Start again once PostgreSQL runs',
    ],
  ])(
    'ends at %s in one line: with the code of wrong settings, or where it was reached before, of a new start',
    async (host, words) => {
      const DATABASE_URL = `postgresql://octavo:geheim@${host}/octavo`
      const dataDirectory = path.join(directory, 'unreachable')
      const reached = path.join(dataDirectory, 'postgresql.reached')
      await mkdir(dataDirectory, { recursive: true })
      await rm(reached, { force: true })

      const never = await ended({ DATABASE_URL, DATA_DIR: dataDirectory })
      await writeFile(reached, 'another.example.org:5432\n')
      const elsewhere = await ended({ DATABASE_URL, DATA_DIR: dataDirectory })
      await writeFile(reached, `${host.includes(':') ? host : `${host}:5432`}\n`)
      const before = await ended({ DATABASE_URL, DATA_DIR: dataDirectory })

      expectPlain(never)
      expectPlain(elsewhere)
      expectPlain(before, 1)
      for (const { text } of [never, elsewhere, before]) {
        expect(text).toContain(words)
        expect(text).not.toContain('heim')
      }
    },
  )

  it.skipIf(!POSTGRES_URL).each([
    ['before others are kept from starting', 'pg_advisory_lock', 'before'],
    ['after that', 'pg_advisory_lock', 'after'],
    ['while it looks at the tables', 'information_schema', 'before'],
  ] as const)('ends in one line, with the code of a new start, when it goes away %s', async (_, words, when) => {
    const server = await newServerDatabase()
    try {
      await using line = await cuttableLine(server.url, 5432)
      line.cutAt([words], when)
      const dataDirectory = path.join(directory, `${words}-${when}`)

      const cut = await ended({ DATABASE_URL: line.url, DATA_DIR: dataDirectory })

      expect(line.isCut).toBe(true)
      expectPlain(cut, 1)
      expect(cut.text).toContain(`DATABASE_URL: `)
    } finally {
      await server.drop()
    }
  })

  it('counts a site from before as one that has reached it', async () => {
    const dataDirectory = path.join(directory, 'from-before')
    await mkdir(dataDirectory)
    await writeFile(path.join(dataDirectory, 'secret.key'), 'x'.repeat(64))

    expectPlain(await ended({ DATABASE_URL: 'postgresql://octavo@127.0.0.1:1/octavo', DATA_DIR: dataDirectory }), 1)
  })

  it('names a host that takes connections and says nothing', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const DATABASE_URL = `postgresql://octavo:geheim@127.0.0.1:${port}/octavo`

    const outcome = await ended({ DATABASE_URL, DATA_DIR: path.join(directory, 'silent') })
    silent.close()

    expectPlain(outcome)
    expect(outcome.text).toContain(`DATABASE_URL: 127.0.0.1:${port} does not answer. Start again once PostgreSQL runs`)
  })

  it.each([
    ['57P03', 'the database system is starting up', 'is not ready yet (the database system is starting up)'],
    ['53300', 'sorry, too many clients already', 'has no connection left (sorry, too many clients already)'],
    ['57P01', 'terminating connection due to administrator command', 'does not answer'],
  ])('ends so as well when its answer is %s, %s', async (code, message, words) => {
    await using server = await refusingServer(code, message)

    const outcome = await ended({ DATABASE_URL: server.url, DATA_DIR: path.join(directory, 'refusing') })

    expectPlain(outcome, 1)
    expect(outcome.text).toContain(`127.0.0.1:${new URL(server.url).port} ${words}`)
  })

  it.each([
    ['28P01', 'password authentication failed for user "octavo"', 'the name or the password is wrong'],
    ['3D000', 'database "octavo" does not exist', 'there is no database octavo'],
  ])('ends with the code of wrong settings when its answer is %s, %s', async (code, message, words) => {
    await using server = await refusingServer(code, message)

    const outcome = await ended({ DATABASE_URL: server.url, DATA_DIR: path.join(directory, 'refusing') })

    expectPlain(outcome)
    expect(outcome.text).toContain(words)
  })
})

/** Answers every connection with this error, as PostgreSQL does that lets nobody in. */
async function refusingServer(code: string, message: string): Promise<AsyncDisposable & { readonly url: string }> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from([...Buffer.from('E'), 0, 0, 0, 0])
  head.writeInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://octavo:geheim@127.0.0.1:${port}/octavo`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
