import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ended } from '#tests/support/launched.ts'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'

it.each(['--help', '-h'])(
  'tells what the command can do (%s)',
  async (option) => {
    const { code, text } = await ended({}, 'server/switch.ts', option)

    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^usage: npm run switch -- FOLDER[^]*--dry-run[^]*--verify/),
    ])
  },
  120_000,
)

describe.runIf(POSTGRES_URL)('beside a server', () => {
  it('says that it has to be stopped first, and nothing of how servers are set up', async () => {
    const server = await newServerDatabase()
    onTestFinished(() => server.drop(), 60_000)
    const site = { DATABASE_URL: server.url, SECRET_KEY: 'a key of a site that two programs know' }
    const application = await emptySite(site)
    onTestFinished(() => application.close(), 60_000)
    const data = await mkdtemp(path.join(tmpdir(), 'octavo-beside-'))
    onTestFinished(() => rm(data, { recursive: true, force: true }))
    const { folder } = await madeShowdoc(`${LEAST_TABLES} insert into user values (1, 'ann', '')`)

    const { code, text } = await ended(
      { ...site, DATA_DIR: data, LANGUAGE: 'en' },
      'server/switch.ts',
      folder,
      '--into',
    )

    const ofShowdoc = /^Beware: .*\n/gm
    expect([code, text.replaceAll(ofShowdoc, '')]).toEqual([
      ...[2, 'The switch stops on this data:\n  an Octavo is using this database: stop it first.\n'],
    ])
  }, 240_000)
})
