import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { assertWhole, keepReceipt } from './kept-receipt.ts'
import type { Receipt } from './receipt.ts'

const texts = { compared: 1, sum: '', differing: [] }
const receiptThat = (isWhole: boolean): Receipt => ({
  format: 1,
  from: { product: 'ShowDoc', file: 'showdoc.db.php', item: null, schema: 33 },
  begunAt: '2026-01-01T00:00:00.000Z',
  isWhole,
  ...{
    tables: [],
    pages: texts,
    versions: texts,
    attachments: { found: 0, bytes: 0, compared: 0, sum: '', sums: [], differing: [] },
  },
  ...{ left: [], changed: [], kept: [], unreadable: [], defaultPasswords: [] },
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-receipt-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it.each([true, false])('says whether all of it came (%s)', async (isWhole) => {
  const folder = path.join(await emptyFolder(), 'switch')
  const receipt = receiptThat(isWhole)

  await keepReceipt(folder, receipt)

  expect(JSON.parse(await readFile(path.join(folder, 'receipt.json'), 'utf8'))).toMatchObject({ isWhole })
  const asserting = () => assertWhole(receipt, folder)
  if (isWhole) expect(asserting).not.toThrow()
  else expect(asserting).toThrow(/receipt\.html names the difference/)
})

it('keeps the receipt of all beside that of one item', async () => {
  const folder = await emptyFolder()
  const receipt = receiptThat(true)

  await keepReceipt(folder, receipt)
  await keepReceipt(folder, { ...receipt, from: { ...receipt.from, item: 7 } })

  expect((await readdir(folder)).toSorted()).toEqual([
    ...['receipt-item-7.html', 'receipt-item-7.json', 'receipt.html', 'receipt.json'],
  ])
})
