import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'
import { unreadable } from './installation.ts'
import type { KeptTable } from './kept-rows.ts'
import type { Receipt } from './receipt.ts'
import { receiptPage } from './receipt-page.ts'
import { isAsSigned, signedJson, signedPage } from './signature.ts'

/** The folder in `DATA_DIR` that receipts go to. */
export const receiptsIn = (dataDirectory: string): string => path.join(dataDirectory, 'switch')

/** The names of the files of a receipt; one of a single item does not take the place of that of all. */
export const receiptFiles = (item: number | null): { readonly page: string; readonly data: string } => {
  const name = item === null ? 'receipt' : `receipt-item-${item}`
  return { page: `${name}.html`, data: `${name}.json` }
}

/** Puts a receipt into a folder, for programs and for people. @param key that of the site, which signs both */
export async function keepReceipt(folder: string, receipt: Receipt, key: Uint8Array): Promise<void> {
  const { page, data } = receiptFiles(receipt.from.item)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(path.join(folder, data), signedJson(`${JSON.stringify(receipt, null, 2)}\n`, key))
  await writeWhole(path.join(folder, page), signedPage(receiptPage(receipt), key))
}

/** Puts beside the receipt what is kept for the operator alone. */
export async function keepForOperators(folder: string, tables: readonly KeptTable[]): Promise<void> {
  if (tables.length === 0) return
  const rows = Object.fromEntries(tables.map((each) => [each.table, each.rows]))
  await writeWhole(path.join(folder, 'kept-from-showdoc.json'), `${JSON.stringify(rows, null, 2)}\n`)
}

/** @throws UnusableData when it tells of something that is missing or another than it was */
export function assertWhole(receipt: Pick<Receipt, 'isWhole' | 'from'>, folder: string): void {
  if (receipt.isWhole) return
  const { page } = receiptFiles(receipt.from.item)
  throw new UnusableData([`what is here is not what was read: ${path.join(folder, page)} names the difference.`])
}

/** @throws UnusableData when a receipt is not as this site signed it */
export async function assertSigned(file: string, key: Uint8Array): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
  if (!isAsSigned(text, key))
    throw new UnusableData([
      `${file} is not as this site signed it.`,
      'It was changed, or signed by another site, or with a key that is no longer in force.',
    ])
}
