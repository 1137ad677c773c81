import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { releaseKeyFrom } from '#adapters/updates/manifest.ts'
import { SignedUpdates } from '#adapters/updates/signed-updates.ts'
import { ended } from '#tests/support/launched.ts'
import { silentLog } from '#tests/support/services.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-release-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const within = (...names: readonly string[]): string => path.join(folder, ...names)

/** A small installation, with what does not belong into a package. */
async function installation(): Promise<string> {
  const files = {
    'package.json': '{ "version": "7.1.0", "type": "module" }',
    'server/serve.ts': 'export {}',
    'server/serve.test.ts': '',
    'dist/index.html': '<!doctype html>',
    'node_modules/.cache/x': 'x',
    'node_modules/tool/run.js': '',
    'data/secret.key': 'secret',
    '.env': 'secret',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(within('from', name)), { recursive: true })
    await writeFile(within('from', name), text)
  }
  await mkdir(within('from/node_modules/.bin'))
  await symlink('../tool/run.js', within('from/node_modules/.bin/tool'))
  return within('from')
}

it('what is packed and signed here is what a site with the printed settings installs', async () => {
  const from = await installation()
  await promisify(execFile)('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', within('key.pem')])

  const { code, text } = await ended({}, 'server/release.ts', within('out'), '--key', within('key.pem'), '--from', from)

  expect([code, text]).toEqual([0, expect.stringContaining('for version 7.1.0')])
  const key = releaseKeyFrom(/UPDATE_KEY=(\S+)/.exec(text)?.[1] ?? '')
  const server = createServer(
    ({ url }, reply) => void readFile(within('out', url ?? '')).then((content) => reply.end(content)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  if (!key) throw new Error(text)
  const updates = new SignedUpdates({
    feedUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/octavo.json`,
    ...{ key, givenUp: null, version: '7.0.0', folder: within('updates'), log: silentLog },
    nodeOf: () => process.execPath,
    isShared: async () => false,
    restart: () => undefined,
  })
  await updates.download()
  server.close()

  const got = await readdir(within('updates/7.1.0'), { recursive: true, withFileTypes: true })
  expect(
    got
      .filter((each) => !each.isDirectory())
      .map((each) => path.relative(within('updates/7.1.0'), path.join(each.parentPath, each.name)))
      .toSorted(),
  ).toEqual([
    'dist/index.html',
    'node_modules/.bin/tool',
    'node_modules/tool/run.js',
    'package.json',
    'server/serve.ts',
  ])
}, 240_000)

it('says what is wrong with the key, and with an installation that is not built', async () => {
  await writeFile(within('no.pem'), 'no key')
  const wrong = await ended({}, 'server/release.ts', within('out2'), '--key', within('no.pem'))
  expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('is no ed25519 key') })

  await mkdir(within('unbuilt'))
  const key = ['--key', within('key.pem')]
  const unbuilt = await ended({}, 'server/release.ts', within('out2'), ...key, '--from', within('unbuilt'))
  expect(unbuilt).toMatchObject({ code: 2, text: expect.stringContaining('is not built') })
}, 240_000)
