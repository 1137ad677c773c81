import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { createLogger, PinoLog } from '#server/log.ts'
import { switchNote } from '#server/switch/note.ts'
import { layDatabase } from '#tests/support/database.ts'

it('starts no server on a ShowDoc of which not all has come', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-begun-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await layDatabase(path.join(directory, 'database'))
  const log = new PinoLog(createLogger('error'))
  const config = readConfig({ DATA_DIR: directory, CAPTCHA: 'off', RATE_LIMIT: '0', LANGUAGE: 'en' })
  const note = async (isDone: boolean): Promise<void> => {
    const application = await compose(config, log, { isSwitching: true })
    const begun = {
      number: 1,
      marks: [],
      begunAt: new Date().toISOString(),
      isOwnSite: true,
      isDone,
      hasSettings: true,
    }
    await writeSettings(application.product.database, switchNote, { sources: [begun] })
    await application.close()
  }

  await note(false)
  await expect(compose(config, log)).rejects.toThrow(/Run the same `npm run switch` again/)
  await note(true)

  await (await compose(config, log)).close()
}, 240_000)
