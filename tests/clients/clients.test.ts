/*
 * Programs as other people write them, at a server as an operator starts it. Where Python or curl is missing they are
 * skipped, unless OCTAVO_CLIENTS says that they have to run.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { ADMIN, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'

const run = promisify(execFile)
const PATIENCE_MS = 120_000
const CLIENTS = [
  ['Python', 'python3', 'day.py'],
  ['curl', 'bash', 'day.sh'],
] as const
const NEEDED = { Python: 'python3', curl: 'curl' } as const
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

describe.each(CLIENTS)('%s', (name, program, script) => {
  const isRun = process.env['OCTAVO_CLIENTS'] !== undefined || (isThere(program) && isThere(NEEDED[name]))
  if (!isRun) console.warn(`The day's work with ${name} is skipped: there is no ${NEEDED[name]}.`)

  describe.skipIf(!isRun)('does a day’s work', { timeout: PATIENCE_MS }, () => {
    let directory = ''
    let server: RunningServer
    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'octavo-clients-'))
      await layDatabase(path.join(directory, 'database'))
      server = await startServer({ dataDirectory: directory })
    }, PATIENCE_MS)
    afterAll(async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    })

    it.each([
      ['cookies', '/api/'],
      ['token', '/api/'],
      ['cookies', '/server/index.php?s=/api/'],
      ['token', '/server/?s=/api/'],
    ])('with %s at %s', async (loginBy, calls) => {
      const given = [
        path.join(import.meta.dirname, script),
        server.url + calls,
        loginBy,
        ADMIN.username,
        ADMIN.password,
      ]

      const { stdout } = await run(program, given, { timeout: PATIENCE_MS })

      expect(stdout.trim()).toBe('as promised')
    })
  })
})
