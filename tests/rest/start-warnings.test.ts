import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'

const NOBODY = '127.0.0.1:1'
const OLD = 's3://old.example.org:9000/docs'

let dataDirectory = ''
beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-warned-'))
  await layDatabase(path.join(dataDirectory, 'database'))
  const { client, close } = await connectTo({ directory: path.join(dataDirectory, 'database') })
  await client.query(
    `insert into attachment (owner_id, display_name, kind, media_type, bytes, storage, key, token, is_of_hub, added_at, was_bound)
     select 1, 'a', 'file', 'text/plain', 1, case when n < 4 then $1 else 'local' end, n, n, false, now(), false
     from generate_series(1, 5) n`,
    [OLD],
  )
  await close()
})
afterAll(() => rm(dataDirectory, { recursive: true, force: true }))

/** By the last server that was started. */
let printed = ''
/** Messages of warnings, as soon as there is one with each of these words. */
async function warningsOf(environment: Record<string, string>, words: readonly string[]): Promise<readonly string[]> {
  const { child, ended } = launched({ DATA_DIR: dataDirectory, ADMIN_USERNAME: '', ADMIN_PASSWORD: '', ...environment })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const isReady = (): boolean => text.includes('is ready at') && words.every((word) => text.includes(word))
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  child.kill('SIGTERM')
  const { code, text: all } = await ended
  printed = all
  expect(code).toBe(0)
  expect(text).not.toContain('geheim')
  return text
    .split('\n')
    .filter((line) => line.includes('"level":"warn"'))
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
    .filter((message) => !message.startsWith('the web is not built'))
}

it('a start tells of every setting that leads nowhere, in one line each, and goes on', async () => {
  const warnings = await warningsOf(
    {
      REDIS_URL: `redis://:geheim@${NOBODY}`,
      SMTP_URL: `smtp://octavo:geheim@${NOBODY}`,
      PUBLIC_URL: 'http://localhost:4000',
      STORAGE_URL: `s3://key:geheim@${NOBODY}/docs?tls=off`,
      PLUGINS_DISABLED: 'templats',
      PLUGIN_SUMS: `word=${'0'.repeat(64)}`,
    },
    [
      'REDIS_URL',
      'SMTP_URL: ',
      'STORAGE_URL: s3',
      'PLUGINS_DISABLED: ',
      'PLUGIN_SUMS: ',
      'STORAGE_ALIASES=',
      'DATA_DIR: ',
    ],
  )

  const lineOf = (word: string): readonly string[] => warnings.filter((message) => message.includes(word))
  expect(lineOf('REDIS_URL')).toEqual([
    expect.stringMatching(/^redis at 127.0.0.1:1 .* does not answer: .*ECONNREFUSED/),
  ])
  expect(lineOf('SMTP_URL')).toEqual([
    expect.stringMatching(/^SMTP_URL: the mail server 127.0.0.1:1 cannot be used: .*ECONNREFUSED/),
  ])
  expect(lineOf('STORAGE_URL: s3')).toEqual([
    expect.stringMatching(/^STORAGE_URL: s3:\/\/127.0.0.1:1\/docs cannot be used: .*ECONNREFUSED/),
  ])
  expect(lineOf('PLUGINS_DISABLED')).toEqual([expect.stringContaining('there is no plugin templats; there are ')])
  expect(lineOf('PLUGIN_SUMS')).toEqual([expect.stringContaining('there is no plugin word; there are ')])
  expect(lineOf('DATA_DIR: ')).toEqual([
    expect.stringContaining(`DATA_DIR: 2 files cannot be found, because there are none in ${dataDirectory}/files`),
  ])
  expect(lineOf('STORAGE_ALIASES')).toEqual([
    expect.stringContaining(
      `${OLD} (3). If these are other names of the storage in STORAGE_URL, set STORAGE_ALIASES=${OLD}`,
    ),
  ])
})

const REDIS_URL = process.env['TEST_REDIS_URL']
it.skipIf(!REDIS_URL)(
  'a start has no line of a library between its own',
  async () => {
    const unneeded = new URL(REDIS_URL ?? '')
    unneeded.password = 'geheim'

    const warnings = await warningsOf({ REDIS_URL: unneeded.href }, ['a library says: '])

    const said = warnings.filter((message) => message.startsWith('a library says: '))
    expect(said).toEqual([expect.stringContaining('does not require a password')])
    expect(printed.split('\n').filter((line) => line.includes('[WARN]') && !line.startsWith('{'))).toEqual([])
  },
  120_000,
)

it('a start says no such thing of names and files that are there', async () => {
  await mkdir(path.join(dataDirectory, 'files/4a'), { recursive: true })
  const warnings = await warningsOf(
    {
      STORAGE_URL: `s3://key:geheim@${NOBODY}/docs?tls=off`,
      STORAGE_ALIASES: OLD,
      PLUGINS_DISABLED: 'templates',
    },
    ['STORAGE_URL: s3'],
  )

  expect(warnings).toEqual([expect.stringContaining('cannot be used')])
})
