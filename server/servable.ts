import path from 'node:path'
import { connectTo } from '#adapters/database/copy.ts'
import { assertFits } from '#adapters/database/fitting-server.ts'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { assertNotRestoring, assertWholeOrNew, prepareDataDirectory } from './compose/data-directory.ts'
import { hasBeenReached } from './compose/reached-server.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { DatabaseAbsent, explainedForDatabase } from './database-problems.ts'
import { explainedForDisk } from './disk-problems.ts'
import { exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { assertPortFree } from './port.ts'

/**
 * The configuration of the environment for a server, which can listen at its port and work on its data. Asked before the
 * rest of the server is loaded and the screens are built, which takes seconds or minutes: what is wrong is said at once.
 * Without a right one the process ends with what the operator can do.
 */
export async function servableConfigOrExit(): Promise<Config> {
  const config = configOrExit()
  const log = new PinoLog(createLogger(config.LOG_LEVEL))
  try {
    await assertPortFree(config)
    const dataDirectory = await prepareDataDirectory(config.DATA_DIR, () => undefined)
    if (config.DATABASE_URL) await assertServerAnswers(config.DATABASE_URL, dataDirectory, log)
    else await assertDirectoryUsable(dataDirectory)
    return config
  } catch (error) {
    return exitWith(explainedForDisk(error, path.resolve(config.DATA_DIR)), log)
  }
}

/** Together with the start of the process, the operator knows within three seconds. */
const ANSWER_MS = 2_000

async function assertDirectoryUsable(dataDirectory: string): Promise<void> {
  const lock = await lockDirectory(dataDirectory)
  try {
    await assertNotRestoring(dataDirectory)
    await assertWholeOrNew(dataDirectory)
  } finally {
    await lock.release()
  }
}

async function assertServerAnswers(url: string, dataDirectory: string, log: Log): Promise<void> {
  try {
    const connection = await connectTo({ url }, ANSWER_MS)
    try {
      await assertFits(connection.client, (unfit) => log.warn((explainedForDatabase(unfit, url) as Error).message))
    } finally {
      await connection.close()
    }
  } catch (error) {
    const explained = explainedForDatabase(error, url)
    const isAway = explained instanceof DatabaseAbsent && !explained.hasAnswered
    if (isAway && !(await hasBeenReached(dataDirectory, url)))
      throw new ConfigError([explained.message], { cause: error })
    throw explained
  }
}
