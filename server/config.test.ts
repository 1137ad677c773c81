import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { Config, ConfigError, readConfig, settingsTable } from './config.ts'

const linesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
}

it('has a default for everything', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    CAPTCHA: 'on',
  })
})

it('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 4000, DATABASE_URL: undefined })
})

it.each([
  ['PORT', '70000'],
  ['PORT', '40 00'],
  ['DATABASE_URL', 'mysql://localhost/octavo'],
  ['REDIS_URL', 'localhost:6379'],
  ['PUBLIC_URL', 'docs.example.org'],
  ['PUBLIC_URL', 'https://example.org/my docs'],
  ['PUBLIC_URL', 'https://example.org//docs'],
  ['PUBLIC_URL', 'https://example.org/docs?a=1'],
  ['DATABASE_URL', 'postgresql://octavo:ge#heim@db/octavo'],
  ['DATABASE_URL', 'postgresql://octavo:50%@db/octavo'],
  ['DATABASE_URL', 'postgresql://octavo:ge@he#im@db/octavo'],
  ['DATABASE_URL', 'postgresql://octavo:12/im@db/octavo'],
  ['DATABASE_URL', 'postgresql://octavo:12?im@db/octavo'],
  ['REDIS_URL', 'redis://:12#im@redis:6379/0'],
  ['STORAGE_URL', 's3://key:gehe/im@s3.example.org/bucket'],
  ['STORAGE_URL', 's3://key:12/im@s3.example.org/bucket'],
  ['STORAGE_URL', 's3://s3.example.org/bucket'],
  ['STORAGE_URL', 'oss://key:geheim@oss-cn-hangzhou.aliyuncs.com/'],
  ['TRUSTED_PROXIES', 'nginx'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['METRICS_NETWORKS', 'prometheus'],
  ['METRICS_NETWORKS', 'loopback'],
  ['METRICS_NETWORKS', '10.0.0.0/33'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'sixteen signs and blanks'],
  ['SECRET_KEY', 'short'],
  ['LANGUAGE', 'fr'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['SMTP_URL', 'mail.example.org'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMIT', '-1'],
  ['CAPTCHA', 'yes'],
])('refuses %s=%s with one line that names it', (name, value) => {
  const lines = linesOf({ [name]: value })

  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name}.*must`))
})

it.each(['https://docs.example.org', 'https://example.org/docs', 'https://example.org/team-a/docs_2'])(
  'takes a slash at the end of the site address %s for nothing',
  (address) => {
    expect(readConfig({ PUBLIC_URL: `${address}/` }).PUBLIC_URL).toBe(address)
  },
)

it('names every wrong variable at once', () => {
  expect(linesOf({ PORT: 'x', LANGUAGE: 'fr', CAPTCHA: 'maybe' })).toHaveLength(3)
})

it('asks for both halves of the first administrator', () => {
  expect(linesOf({ ADMIN_USERNAME: 'ada' })).toEqual(['ADMIN_USERNAME is set, so ADMIN_PASSWORD must be set as well.'])
})

it('asks for the address of the site before mails carry links to it', () => {
  const SMTP_URL = 'smtp://u:geheim@mail.example.org'
  const PUBLIC_URL = 'https://docs.example.org'

  expect(linesOf({ SMTP_URL })).toEqual([
    'SMTP_URL is set, so PUBLIC_URL must be set as well: mails carry links to the site.',
  ])
  expect(linesOf({ SMTP_URL, PUBLIC_URL })).toEqual([])
  expect(linesOf({ SMTP_URL: `${SMTP_URL}?from=nobody`, PUBLIC_URL })).toEqual([
    'SMTP_URL: from must be an e-mail address.',
  ])
  expect(linesOf({ SMTP_URL: `${SMTP_URL}?tls=perhaps`, PUBLIC_URL })).toEqual([
    'SMTP_URL: tls must be one of required, optional, off.',
  ])
})

it('never repeats a secret in a complaint', () => {
  const lines = linesOf({
    SECRET_KEY: 'hunter2',
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: 'abc',
    METRICS_TOKEN: 'swordfish',
    DATABASE_URL: 'mysql://u:geheim@h/d',
  })

  expect(lines).toHaveLength(4)
  expect(lines.join()).not.toMatch(/hunter2|abc|geheim|swordfish/)
})

it('takes no key of fewer than 32 bytes', () => {
  const complaint = 'SECRET_KEY: must have at least 32 bytes, as `openssl rand -base64 32` makes them.'

  expect(linesOf({ SECRET_KEY: 'x'.repeat(31) })).toEqual([complaint])
  expect(linesOf({ SECRET_KEY: '密'.repeat(10) })).toEqual([complaint])
  expect(linesOf({ SECRET_KEY: 'x'.repeat(32) })).toEqual([])
})

it('takes other names of a storage as the start shows them, and never repeats a key in them', () => {
  const STORAGE_URL = 's3://key:secret@host/bucket'

  expect(readConfig({ STORAGE_URL, STORAGE_ALIASES: 's3://old:9000/bucket' }).STORAGE_ALIASES).toEqual([
    's3://old:9000/bucket',
  ])
  expect(linesOf({ STORAGE_ALIASES: 's3://old/bucket' })).toEqual([
    'STORAGE_ALIASES is set, so STORAGE_URL must be set as well: they are other names of that storage.',
  ])
  const [line = ''] = linesOf({ STORAGE_URL, STORAGE_ALIASES: 's3://key:geheim@old/bucket' })
  expect(line).toContain('STORAGE_ALIASES: must be names as the start shows them')
  expect(line).not.toContain('geheim')
})

it('takes a bucket for backups, with its secret beside the address and never in it', () => {
  const login = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'geheim' }
  const BACKUP_DIR = 's3://s3.example.org/backups/docs'

  expect(readConfig({ BACKUP_DIR, ...login }).BACKUP_DIR).toBe(BACKUP_DIR)
  expect(linesOf({ BACKUP_DIR })).toEqual([
    'BACKUP_DIR is a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set as well.',
  ])
  const [line = ''] = linesOf({ BACKUP_DIR: 's3://key:geheim@s3.example.org/backups', ...login })
  expect(line).toContain('AWS_SECRET_ACCESS_KEY')
  expect(line).not.toContain('geheim')
  expect(linesOf({ BACKUP_DIR: 's3://s3.example.org/', ...login })).toEqual([
    expect.stringMatching(/^BACKUP_DIR=s3:\/\/s3\.example\.org\/: /),
  ])
})

it('takes no short passphrase for backups that the server makes', () => {
  expect(linesOf({ BACKUP_DIR: '/srv/archives', BACKUP_PASSPHRASE: 'geheim' })).toEqual([
    'BACKUP_PASSPHRASE: must have at least 12 characters.',
  ])
  expect(readConfig({ BACKUP_DIR: '/srv/archives', BACKUP_PASSPHRASE: 'words to keep' }).BACKUP_DIR).toBe(
    '/srv/archives',
  )
})

it('takes addresses with signs that are written with %, and an @ where one belongs', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'postgresql://octavo:%40%3A%2F%3F%23%25@db/octavo?sslmode=require'],
    ['STORAGE_URL', 's3://key:ge%2Fhe+im=@s3.example.org/bucket?region=eu-central-1'],
    ['STORAGE_URL', 'ftp://of.a.plugin/files'],
  ] as const)
    expect(linesOf({ [name]: value })).toEqual([])
  const SMTP_URL = 'smtp://mail.example.org:25?from=octavo@example.org'
  expect(linesOf({ SMTP_URL, PUBLIC_URL: 'https://docs.example.org' })).toEqual([])
})

it('splits lists', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '127.0.0.1'])
})

it('is described in the README as it is', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, table] = /<!-- settings -->\n+([^]*?)\n+<!-- \/settings -->/.exec(readme) ?? []

  // Prettier pads the columns of tables; what is compared is what is said.
  expect(cellsOf(table ?? '')).toEqual(cellsOf(settingsTable()))
  for (const name of Object.keys(Config.shape)) expect(table).toContain(`\`${name}\``)
})

const cellsOf = (table: string): readonly (readonly string[])[] =>
  table
    .split('\n')
    .filter((row) => !/^\|[\s|:-]+$/.test(row))
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))

it('takes the address to listen on as it stands in an address of the web', () => {
  expect(readConfig({ HOST: '[::1]' }).HOST).toBe('::1')
  expect(readConfig({}).HOST).toBe('127.0.0.1')
})

it.each(['https://docs.example.org:99999', 'https://[::1', 'https://'])(
  'says of %s how the address of a site looks, and nothing of passwords',
  (PUBLIC_URL) => {
    expect(linesOf({ PUBLIC_URL })).toEqual([
      'PUBLIC_URL: must be an address such as https://example.org or https://example.org/docs; its path may have letters, digits, -, . and _.',
    ])
  },
)

it('writes the name of a site as browsers do', () => {
  expect(readConfig({ PUBLIC_URL: 'https://文档.example.org:8443/docs/' }).PUBLIC_URL).toBe(
    'https://xn--7dvp7d.example.org:8443/docs',
  )
})
