import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { explainedFailure, madeFolder } from './failures.ts'

it('a file where the folder of backups should be is not taken for another command', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-failures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'backups'), '')

  for (const place of [path.join(folder, 'backups'), path.join(folder, 'backups', 'daily')]) {
    const error: unknown = await madeFolder(place).catch((failure: unknown) => failure)
    expect(String(explainedFailure(error, place))).toContain('a file lies where a folder should be')
  }
  await madeFolder(path.join(folder, 'new'))
  await madeFolder(path.join(folder, 'new'))
})
