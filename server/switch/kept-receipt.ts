import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'
import type { Receipt } from './receipt.ts'
import { receiptPage } from './receipt-page.ts'

const FILE = 'receipt.json'
const PAGE = 'receipt.html'
const Kept = z.object({ isWhole: z.boolean() })

/** Puts a receipt into a folder, for programs and for people. */
export async function keepReceipt(folder: string, receipt: Receipt): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(path.join(folder, FILE), `${JSON.stringify(receipt, null, 2)}\n`)
  await writeWhole(path.join(folder, PAGE), receiptPage(receipt))
}

/** The receipt that was put there before; null when there is none that can be read. */
export async function keptReceipt(folder: string): Promise<z.output<typeof Kept> | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(path.join(folder, FILE), 'utf8')))
  } catch {
    return null
  }
}

/** @throws UnusableData when it tells of something that is missing or another than it was */
export function assertWhole({ isWhole }: Pick<Receipt, 'isWhole'>, folder: string): void {
  if (!isWhole)
    throw new UnusableData([`what is here is not what was read: ${path.join(folder, PAGE)} names the difference.`])
}
