import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { assertSigned, assertWhole, keepForOperators, keepReceipt } from './kept-receipt.ts'
import type { Receipt } from './receipt.ts'

const KEY = new Uint8Array(32).fill(7)
const KEEPING = { key: KEY, language: 'en' } as const
const texts = { compared: 1, sum: '', differing: [] }
const receiptThat = (isWhole: boolean): Receipt => ({
  format: 2,
  from: { product: 'ShowDoc', file: 'showdoc.db.php', source: 1, item: null, schema: 33 },
  begunAt: '2026-01-01T00:00:00.000Z',
  isWhole,
  ...{
    tables: [],
    problems: [],
    missing: [],
    pages: texts,
    drafts: texts,
    versions: texts,
    attachments: { found: 0, bytes: 0, compared: 0, sum: '', sums: [], differing: [] },
  },
  ...{
    seenPages: { of: 0, compared: 0, differing: [], pages: [] },
    links: {
      followed: 0,
      rewritten: 0,
      readdressed: 0,
      broken: [],
      changedHere: [],
      taken: [],
      outside: [],
      brokenBefore: [],
    },
    columns: [],
    roles: { people: 0, items: 0, compared: 0, differing: [] },
    visitors: { items: 0, passwords: 0, links: 0, differing: [] },
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

  await keepReceipt(folder, receipt, KEEPING)

  expect(JSON.parse(await readFile(path.join(folder, 'receipt.json'), 'utf8'))).toMatchObject({ isWhole })
  const asserting = () => assertWhole(receipt, folder)
  if (isWhole) expect(asserting).not.toThrow()
  else expect(asserting).toThrow(/receipt\.html names the difference/)
})

it('keeps the receipt of all beside that of one item, and that of another ShowDoc', async () => {
  const folder = await emptyFolder()
  const receipt = receiptThat(true)

  await keepReceipt(folder, receipt, KEEPING)
  await keepReceipt(folder, { ...receipt, from: { ...receipt.from, item: 7 } }, KEEPING)
  await keepReceipt(folder, { ...receipt, from: { ...receipt.from, source: 2 } }, KEEPING)

  expect((await readdir(folder)).toSorted()).toEqual([
    ...[
      'receipt-2.html',
      'receipt-2.json',
      'receipt-item-7.html',
      'receipt-item-7.json',
      'receipt.html',
      'receipt.json',
    ],
  ])
})

it('keeps what has no place here once for each ShowDoc, and for each item that came by itself', async () => {
  const folder = path.join(await emptyFolder(), 'switch')
  const of = (text: string) => [
    { table: 'message', rows: [{ text }, { text: '"quoted"\n' }] },
    { table: 'page of deleted items', rows: new Set([{ text: text.repeat(300_000) }]) },
  ]
  const moves = [
    [{ source: 1, item: null }, 'kept-from-showdoc.json'],
    [{ source: 2, item: null }, 'kept-from-showdoc-2.json'],
    [{ source: 2, item: 7 }, 'kept-from-showdoc-2-item-7.json'],
  ] as const

  for (const [move, name] of moves) await keepForOperators(folder, move, of(name))
  await keepForOperators(folder, { source: 1, item: null }, [])

  expect((await readdir(folder)).toSorted()).toEqual(moves.map(([, name]) => name).toSorted())
  for (const [, name] of moves)
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toEqual(
      Object.fromEntries(of(name).map(({ table, rows }) => [table, [...rows]])),
    )
})

it('is known to be as it was signed, and by whom', async () => {
  const folder = await emptyFolder()
  await keepReceipt(folder, receiptThat(true), KEEPING)

  for (const name of ['receipt.json', 'receipt.html']) {
    const file = path.join(folder, name)
    await expect(assertSigned(file, KEY)).resolves.toBeUndefined()
    await expect(assertSigned(file, new Uint8Array(32))).rejects.toThrow(/not as this site signed it/)
    await writeFile(file, (await readFile(file, 'utf8')).replace('showdoc.db.php', 'other.db.php'))
    await expect(assertSigned(file, KEY)).rejects.toThrow(/not as this site signed it/)
  }
  await expect(assertSigned(path.join(folder, 'none.html'), KEY)).rejects.toThrow(/not there/)
})
