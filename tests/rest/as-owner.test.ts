import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'

/** The user of a service; nobody has to know a name. */
const USER = 10_001
const isRoot = process.getuid?.() === 0
const ROOT = path.resolve(import.meta.dirname, '../..')
/** Whether that user can read the code here, as the service can. */
const isReadable = isRoot && spawnSync('test', ['-r', path.join(ROOT, 'package.json')], { uid: USER }).status === 0

describe.skipIf(!isReadable)('a command that root runs on the folder of a service', () => {
  let folder = ''
  let environment: Record<string, string>
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-owner-'))
    await chmod(folder, 0o755)
    const DATA_DIR = path.join(folder, 'data')
    environment = { DATA_DIR, ADMIN_USERNAME: '', ADMIN_PASSWORD: '', NEW_SECRET_KEY: '' }
    await layDatabase(path.join(DATA_DIR, 'database'))
    const { child, url, ended: end } = launched(environment)
    await url
    child.kill('SIGTERM')
    await end
    execFileSync('chown', ['-R', `${USER}:${USER}`, DATA_DIR])
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function ownersIn(name: string): Promise<ReadonlySet<number>> {
    const at = path.join(folder, name)
    const names = await readdir(at, { recursive: true })
    const all = await Promise.all(['.', ...names].map((each) => stat(path.join(at, each))))
    return new Set(all.map(({ uid }) => uid))
  }

  it('leaves nothing there that the service cannot read', async () => {
    const rotated = await ended(environment, 'server/admin.ts', 'rotate-key')
    const looked = await ended(environment, 'server/doctor.ts', '--database')
    const moved = await ended(environment, 'server/move.ts', '--to', path.join(folder, 'moved'))

    expect([rotated.code, looked.code, moved.code]).toEqual([0, 0, 0])
    expect(await ownersIn('data')).toEqual(new Set([USER]))
    expect(await ownersIn('moved')).toEqual(new Set([USER]))
  }, 400_000)
})
