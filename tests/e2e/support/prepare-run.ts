import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareData } from './prepared-server.ts'
import { RUN_FOLDER_VARIABLE } from './run-folder.ts'

/** Before all tests: makes what they have in common, to be removed after them. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-test-run-'))
  process.env[RUN_FOLDER_VARIABLE] = folder
  await mkdir(path.join(folder, 'usernames'))
  await prepareData()
  return () => rm(folder, { recursive: true, force: true })
}
