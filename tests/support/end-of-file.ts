import { afterAll } from 'vitest'
import { endedWithFile, openEngines } from './held-by-file.ts'

/** The files of a worker run in one process: a thread takes 40 MB and an engine 350 MB until it is ended. */
afterAll(async () => {
  const left = openEngines.size
  openEngines.clear()
  const holders = [...endedWithFile]
  endedWithFile.clear()
  await Promise.all(holders.map((holder) => holder.end()))
  if (left > 0) throw new Error(`${left} embedded databases were left open: close each where it is no longer used`)
})
