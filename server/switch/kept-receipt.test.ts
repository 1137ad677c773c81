import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { assertWhole, keepReceipt, keptReceipt } from './kept-receipt.ts'
import type { Receipt } from './receipt.ts'

const texts = { compared: 1, sum: '', differing: [] }
const receiptThat = (isWhole: boolean): Receipt => ({
  format: 1,
  from: { product: 'ShowDoc', file: 'showdoc.db.php', schema: 33 },
  begunAt: '2026-01-01T00:00:00.000Z',
  isWhole,
  ...{
    tables: [],
    pages: texts,
    versions: texts,
    attachments: { found: 0, bytes: 0, compared: 0, sum: '', sums: [], differing: [] },
  },
  ...{ left: [], changed: [], unreadable: [], defaultPasswords: [] },
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-receipt-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it.each([true, false])('says later as well whether all of it came (%s)', async (isWhole) => {
  const folder = path.join(await emptyFolder(), 'switch')
  await keepReceipt(folder, receiptThat(isWhole))

  const kept = await keptReceipt(folder)

  expect(kept).toEqual({ isWhole })
  const asserting = () => assertWhole(kept ?? expect.fail(), folder)
  if (isWhole) expect(asserting).not.toThrow()
  else expect(asserting).toThrow(/receipt\.html names the difference/)
})

it('takes no file for a receipt that is none', async () => {
  const folder = await emptyFolder()
  expect(await keptReceipt(folder)).toBeNull()

  await writeFile(path.join(folder, 'receipt.json'), '{"isWhole":')

  expect(await keptReceipt(folder)).toBeNull()
})
