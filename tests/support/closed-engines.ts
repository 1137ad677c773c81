import { afterAll } from 'vitest'
import { openEngines } from './open-engines.ts'

/** Each engine takes 350 MB, and the files of a worker run in one process. */
afterAll(() => {
  const left = openEngines.size
  openEngines.clear()
  if (left > 0) throw new Error(`${left} embedded databases were left open: close each where it is no longer used`)
})
