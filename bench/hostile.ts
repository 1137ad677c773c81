import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hostileImports } from '#tests/support/hostile-imports.ts'
import { wordsInElements } from '#tests/support/hostile-texts.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const MOST_S = 2
const MOST_MIB = 100
/** How often the size, and at most about as often the time. */
const TIMES = 4
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
      const path = join(folder, 'file')
      const taken = async (fileName: string, bytes: string | Buffer): Promise<Taken> => {
        await writeFile(path, bytes)
        return JSON.parse((await run(process.execPath, [READER, path, fileName])).stdout) as Taken
      }
      for (const { name, fileName, bytes } of hostileImports('http://127.0.0.1:9')) {
        const { seconds, more, said } = await taken(fileName, bytes())
        const value = `${seconds.toFixed(2)} s, ${Math.round(more)} MiB more: ${said.slice(0, 120)}`
        figures.push(figure(name, value, `≤ ${MOST_S} s, ${MOST_MIB} MiB`, seconds <= MOST_S && more <= MOST_MIB))
      }
      const few = await taken('a.html', wordsInElements(100_000 / TIMES))
      const many = await taken('a.html', wordsInElements(100_000))
      const ratio = many.seconds / few.seconds
      const law = `words of one element each, ${TIMES} times as many`
      figures.push(figure(law, `${ratio.toFixed(1)} × the time`, `≤ ${TIMES} × the time`, ratio <= TIMES))
      return figures
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
