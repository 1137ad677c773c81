import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cpSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './e2e/support/running-server.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)
/** Somebody with no rights in the copy; only root can become somebody else. */
const NOBODY = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {}
/** The first start makes a database; a machine that does other work besides takes long for it. */
const PATIENCE = { timeout: 240_000, interval: 500 }

let home = ''
let dockerfile = ''
let server: ChildProcess | null = null
beforeAll(async () => {
  dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')
  home = await mkdtemp(path.join(tmpdir(), 'octavo-container-'))
  await chmod(home, 0o755)
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(home, { recursive: true, force: true })
})

/** What `npm ci` and `COPY . .` would make: the packages, and everything that `.dockerignore` does not name. */
async function copied(): Promise<string> {
  const code = path.join(home, 'code')
  const ignored = new Set((await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n'))
  const named = (await readdir(ROOT)).filter((name) => !ignored.has(name))
  // Other tests write what is kept between runs at the same moment, and an image has none of it.
  const packages = (await readdir(path.join(ROOT, 'node_modules'))).filter((name) => !KEPT_BETWEEN_RUNS.test(name))
  await mkdir(path.join(code, 'node_modules'), { recursive: true })
  // Of 60,000 files, the asynchronous copy takes four times as long.
  for (const name of [...named, ...packages.map((name) => path.join('node_modules', name))])
    cpSync(path.join(ROOT, name), path.join(code, name), { recursive: true, verbatimSymlinks: true })
  return code
}
const KEPT_BETWEEN_RUNS = /^\.(cache|vite)/

/** The commands of the Dockerfile that begin with this word, as JSON lists or shell text. */
const commandsOf = (word: string): readonly string[] =>
  [...dockerfile.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest)

it('names its user by numbers, without which Kubernetes starts no container that must not be root', () => {
  expect(commandsOf('USER')).toEqual(['10001:10001'])
  expect(commandsOf('RUN').join('\n')).toContain('groupadd --gid 10001 octavo && useradd --uid 10001 --gid 10001')
})

// Takes minutes and a copy of all packages: the whole check of a change does it, not every run of the tests.
describe.skipIf(!process.env['OCTAVO_CONTAINER_TEST'])('the steps of the Dockerfile', () => {
  it('make a server that runs without rights in its own code, and is healthy', async () => {
    const code = await copied()
    const build = commandsOf('RUN').find((command) => command.includes('npm run build'))
    await run('sh', ['-c', build ?? 'exit 1'], { cwd: code, maxBuffer: 64 * 1024 * 1024 })
    await expect(readFile(path.join(code, 'node_modules/vitest/package.json'))).rejects.toThrow('ENOENT')

    const data = path.join(home, 'data')
    await mkdir(data)
    if (NOBODY.uid !== undefined) await run('chown', [`${NOBODY.uid}`, data])
    const [start = ''] = commandsOf('CMD').slice(-1)
    const [, check = ''] = /CMD (\[.*\])$/.exec(commandsOf('HEALTHCHECK')[0] ?? '') ?? []
    const [startCommand = '', ...startArguments] = JSON.parse(start) as string[]
    const [checkCommand = '', ...checkArguments] = JSON.parse(check) as string[]
    const surroundings = {
      cwd: code,
      ...NOBODY,
      env: {
        PATH: `${code}/node_modules/.bin:${process.env['PATH']}`,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        DATA_DIR: data,
      },
    }
    server = spawn(startCommand, startArguments, { ...surroundings, stdio: 'inherit' })

    await expect
      .poll(
        () =>
          run(checkCommand, checkArguments, surroundings).then(
            () => 0,
            () => 1,
          ),
        PATIENCE,
      )
      .toBe(0)

    const page = await fetch(`http://127.0.0.1:${surroundings.env.PORT}/user/login`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  }, 900_000)
})
