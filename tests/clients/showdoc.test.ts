/*
 * Scripts as people wrote them for a ShowDoc, with the addresses, keys and passwords they had there, at the Octavo that was
 * made of it, as an operator makes and starts it. Without curl they are skipped, unless OCTAVO_CLIENTS says they have to run.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended } from '#tests/support/launched.ts'
import { describeShowdocs, expectedOf, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'

const PATIENCE_MS = 300_000
const isRun = process.env['OCTAVO_CLIENTS'] !== undefined || spawnSync('curl', ['--version']).status === 0

describeShowdocs(isRun ? SHOWDOC_VERSIONS : [], 'scripts written for ShowDoc %s', (version) => {
  const expected = expectedOf(version)
  let directory = ''
  let server: RunningServer
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-scripts-'))
    await layDatabase(path.join(directory, 'database'))
    const move = await ended({ DATA_DIR: directory, LANGUAGE: 'en' }, 'server/switch.ts', showdocFolder(version))
    expect([move.code, move.text]).toEqual([0, expect.stringContaining('receipt.html')])
    server = await startServer({ dataDirectory: directory })
  }, PATIENCE_MS)
  afterAll(async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })
  async function run(script: string, ...given: readonly string[]): Promise<string> {
    const file = path.join(import.meta.dirname, 'showdoc', script)
    return (await promisify(execFile)('bash', [file, server.url, ...given], { timeout: PATIENCE_MS })).stdout.trim()
  }

  it(
    'write pages with the key and the token of an item',
    async () => {
      const [token] = expected.item_tokens
      expect(await run('push.sh', token?.api_key ?? '', token?.api_token ?? '')).toBe('as promised')
    },
    PATIENCE_MS,
  )

  it(
    'log in with the password of before and read items and pages by their numbers',
    async () => {
      const person = expected.users.find(({ username }) => username === 'wangmin') ?? expect.fail()
      const own = expected.items.find(({ owner_uid, deleted }) => owner_uid === person.uid && !deleted) ?? expect.fail()
      const isShown = (page: (typeof expected.pages)[number]) => !page.deleted && !page.draft
      const page = expected.pages.find((each) => each.item_id === own.item_id && isShown(each)) ?? expect.fail()
      const given = [person.username, person.password, String(own.item_id), String(page.page_id)]
      const { visit_password } = own
      expect(await run('read.sh', ...given, (visit_password ?? '') === '' ? 'open' : 'closed')).toBe('as promised')
    },
    PATIENCE_MS,
  )

  it(
    'get a page by its key, an answer of a mock, and a file by its sign',
    async () => {
      const [link] = expected.share_links
      const mock = expected.mocks.find(({ path: at }) => at === '/v2/track') ?? expect.fail()
      const isOpen = (pageId: number) => {
        const itemId = expected.pages.find(({ page_id }) => page_id === pageId)?.item_id
        return (expected.items.find(({ item_id }) => item_id === itemId)?.visit_password ?? '') === ''
      }
      const file = expected.attachments.find(({ bound_page_ids: pages }) => pages.some(isOpen)) ?? expect.fail()
      const given = [String(mock.item_id), mock.path, '已揽收', file.sign, file.sha256]
      expect(await run('shared.sh', link?.unique_key ?? '', ...given)).toBe('as promised')
    },
    PATIENCE_MS,
  )
})
