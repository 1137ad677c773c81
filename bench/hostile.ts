import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hostileImports } from '#tests/support/hostile-imports.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const MOST_S = 2
const MOST_MIB = 100
const READER = fileURLToPath(new URL('support/hostile-read.ts', import.meta.url))
const run = promisify(execFile)

interface Taken {
  readonly seconds: number
  /** In MiB. */
  readonly more: number
  readonly said: string
}

/** Reads each hostile file of the tests in a process of its own: processor time with the start of the thread, and memory. */
export const hostile: Bench = {
  name: 'hostile',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
    const figures: Figure[] = []
    try {
      for (const { name, fileName, bytes } of hostileImports('http://127.0.0.1:9')) {
        const path = join(folder, 'file')
        await writeFile(path, bytes())
        const { stdout } = await run(process.execPath, [READER, path, fileName])
        const { seconds, more, said } = JSON.parse(stdout) as Taken
        const value = `${seconds.toFixed(2)} s, ${Math.round(more)} MiB more: ${said.slice(0, 120)}`
        figures.push(figure(name, value, `≤ ${MOST_S} s, ${MOST_MIB} MiB`, seconds <= MOST_S && more <= MOST_MIB))
      }
      return figures
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
