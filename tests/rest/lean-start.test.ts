import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'

/** Tells of each library of Redis that is loaded. */
const TOLD_OF_LOADED = `--import data:text/javascript,${encodeURIComponent(
  `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){` +
    `if(['bull','ioredis'].includes(name))console.error('LOADED '+name);return next(name,context)}})`,
)}`

describe('a server that is killed once it is ready', () => {
  let directory = ''
  let text = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-lean-start-'))
    await layDatabase(path.join(directory, 'data'))
    await mkdir(path.join(directory, 'compiled'))
    const { child, url, ended } = launched({
      DATA_DIR: path.join(directory, 'data'),
      NODE_COMPILE_CACHE: path.join(directory, 'compiled'),
      NODE_OPTIONS: TOLD_OF_LOADED,
      REDIS_URL: '',
      ADMIN_USERNAME: '',
      ADMIN_PASSWORD: '',
    })
    await url
    child.kill('SIGKILL')
    text = (await ended).text
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('has already kept what Node compiled, for the next start', async () => {
    const [ofThisNode = ''] = await readdir(path.join(directory, 'compiled'))

    expect(await readdir(path.join(directory, 'compiled', ofThisNode))).not.toHaveLength(0)
  })

  it('has loaded nothing for Redis when it has none', () => {
    expect(text).toContain('is ready at')
    expect(text).not.toContain('LOADED')
  })
})
