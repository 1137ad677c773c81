import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isCurrent, recordOrigin } from './built-server.ts'

describe('a build of the server', () => {
  let root = ''
  const at = (name: string): string => path.join(root, name)
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'octavo-built-server-'))
    for (const folder of ['server', 'dist/server', 'plugins/one']) await mkdir(at(folder), { recursive: true })
    await writeFile(at('server/run.ts'), 'export const answer = 1\n')
    await writeFile(at('plugins/one/plugin.ts'), 'export default {}\n')
    recordOrigin(['server/run.ts', 'plugins/one/plugin.ts'], root)
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('is used while its sources are what they were', () => {
    expect(isCurrent(root)).toBe(true)
  })

  it('is used where a copy of the product has other times', async () => {
    await utimes(at('server/run.ts'), new Date(0), new Date(0))

    expect(isCurrent(root)).toBe(true)
  })

  it('is not used once a source has changed, even to one of the same length', async () => {
    const text = await readFile(at('server/run.ts'), 'utf8')
    const { atime, mtime } = await stat(at('server/run.ts'))
    await writeFile(at('server/run.ts'), text.replace('1', '2'))
    // A file system may count whole seconds.
    await utimes(at('server/run.ts'), atime, new Date(mtime.getTime() + 1_000))

    expect(isCurrent(root)).toBe(false)
  })

  it('is not used once a source has gone', async () => {
    await rm(at('server/run.ts'))

    expect(isCurrent(root)).toBe(false)
  })

  it('is not used once a plugin has come or gone', async () => {
    await mkdir(at('plugins/two'))
    expect(isCurrent(root)).toBe(true)
    await writeFile(at('plugins/two/plugin.ts'), 'export default {}\n')

    expect(isCurrent(root)).toBe(false)
  })

  it('is not used unless it was finished', async () => {
    await rm(at('dist/server'), { recursive: true })
    expect(isCurrent(root)).toBe(false)
    await mkdir(at('dist/server'))
    await writeFile(at('dist/server/built-from.json'), '{"files":[')

    expect(isCurrent(root)).toBe(false)
  })
})
