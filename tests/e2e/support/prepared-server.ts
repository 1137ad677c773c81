import { constants, cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runFolder } from './run-folder.ts'
import { startServer, type RunningServer, type ServerOptions } from './running-server.ts'

const preparedData = (): string => path.join(runFolder(), 'prepared-data')

/** Makes the data directory of which every server of the run gets a copy: a migrated database and the administrator. */
export async function prepareData(): Promise<void> {
  await mkdir(preparedData())
  const server = await startServer({ dataDirectory: preparedData() })
  await server.stop()
}

/** A copy of the prepared data directory, for a test that changes it before a server starts, or between two starts. */
export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-e2e-'))
  // A thousand small files: the asynchronous copy takes four times as long of the processor.
  cpSync(preparedData(), directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return directory
}

interface PreparedOptions extends Omit<ServerOptions, 'dataDirectory'> {
  /** Puts plugins into their folder before the server starts, each into a folder of its own. */
  drop?(plugins: string): Promise<void>
}

/** Starts a server on a copy of the prepared data directory, which goes when it stops. */
export async function startPreparedServer({ drop, ...options }: PreparedOptions = {}): Promise<RunningServer> {
  const dataDirectory = await newDataDirectory()
  await drop?.(path.join(dataDirectory, 'plugins'))
  const server = await startServer({ ...options, dataDirectory })
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
