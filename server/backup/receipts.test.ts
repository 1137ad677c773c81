import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archivesIn, backupsOfSite, BROKEN, keptBackup, removeBackup, writeReceipt, type Receipt } from './receipts.ts'

const NAME = 'octavo-20260301T030000Z.tar.gz'
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-receipts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const receipt = (told: Partial<Receipt> = {}): Receipt => ({
  ...{ archive: NAME, bytes: 5, sum: 'abc', isProved: true, problem: '', keyId: 'mine', sequences: [] },
  tables: { page: { rows: 3, sum: 'x' }, item: { rows: 1, sum: 'y' } },
  files: { count: 2, bytes: 9, missing: [], elsewhere: { 's3://host/bucket': 4 } },
  ...told,
})
async function laid(told: Receipt | string | null, name = NAME): Promise<void> {
  await writeFile(path.join(folder, name), '12345')
  if (typeof told === 'string') await writeFile(path.join(folder, `${name}.receipt.json`), told)
  else if (told) await writeReceipt(path.join(folder, name), told)
}
const stateNow = async (name = NAME) => (await keptBackup(folder, name))?.state

it('tells what is known of a backup that was proved', async () => {
  await laid(receipt())

  expect(await keptBackup(folder, NAME)).toEqual({
    ...{ name: NAME, madeAt: new Date('2026-03-01T03:00:00Z'), bytes: 5, state: 'proved', rows: 4, files: 2 },
    ...{ missingFiles: 0, filesElsewhere: 4, sum: 'abc', problem: '' },
  })
})

it.each([
  ['there is no receipt', null],
  ['the receipt is cut off', JSON.stringify(receipt()).slice(0, 40)],
  ['the receipt is that of another archive', receipt({ archive: 'octavo-20260228T030000Z.tar.gz' })],
  ['it was not restored', receipt({ isProved: false })],
])('takes none for good when %s', async (_, told) => {
  await laid(told)

  expect(await stateNow()).toBe('untried')
})

it('sees that an archive is not the one that was proved, or lacked files', async () => {
  await laid(receipt())
  await appendFile(path.join(folder, NAME), '6')
  expect(await stateNow()).toBe('changed')

  await laid(receipt({ files: { count: 1, bytes: 9, missing: ['a'], elsewhere: {} } }))
  expect(await stateNow()).toBe('incomplete')
})

it('tells why one is broken, and lists nothing but archives, the newest first', async () => {
  const broken = `octavo-20260302T030000Z.tar.gz${BROKEN}`
  await laid(receipt())
  await laid(receipt({ isProved: false, problem: 'its end is missing' }), broken)
  for (const other of ['.backup-12-abc', 'notes.txt', `${NAME}.unfinished`])
    await writeFile(path.join(folder, other), '')

  expect(await archivesIn(folder)).toEqual([broken, NAME])
  expect(await keptBackup(folder, broken)).toMatchObject({ state: 'broken', problem: 'its end is missing' })
  await removeBackup(path.join(folder, broken))
  expect(await archivesIn(folder)).toEqual([NAME])
  expect(await keptBackup(folder, broken)).toBeNull()
})

it('tells the backups of one site from those of another in the same folder', async () => {
  const [second, third] = ['octavo-20260302T030000Z.tar.gz', 'octavo-20260303T030000Z.tar.gz']
  await laid(receipt())
  await laid(receipt({ archive: second, keyId: 'of another site' }), second)
  await laid(null, third)

  expect((await backupsOfSite(folder, 'mine')).map(({ name }) => name)).toEqual([third, NAME])
})
