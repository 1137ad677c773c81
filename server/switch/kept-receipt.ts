import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#core/language.ts'
import type { ShowdocMoveOf } from '#core/ports/showdoc-moves.ts'
import { writeWhole } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'
import { unreadable } from './installation.ts'
import type { OperatorTable } from './kept-rows.ts'
import type { Receipt } from './receipt.ts'
import { receiptPage } from './receipt-page.ts'
import { receiptFiles } from './receipt-files.ts'
import { isAsSigned, signedJson, signedPage } from './signature.ts'

/** The folder for receipts in `DATA_DIR`. */
export const receiptsIn = (dataDirectory: string): string => path.join(dataDirectory, 'switch')

/** How a receipt is kept. */
export interface Keeping {
  /** The key of the site, which signs it. */
  readonly key: Uint8Array
  /** The language that people see first. */
  readonly language: Language
}

/** Writes a receipt to a folder, for programs and for people. */
export async function keepReceipt(folder: string, receipt: Receipt, { key, language }: Keeping): Promise<void> {
  const { page, data } = receiptFiles(receipt.from)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(path.join(folder, data), signedJson(`${JSON.stringify(receipt, null, 2)}\n`, key))
  await writeWhole(path.join(folder, page), signedPage(receiptPage(receipt, language), key))
}

/** Writes what is kept only for the operator beside the receipt. */
export async function keepForOperators(
  folder: string,
  of: ShowdocMoveOf,
  tables: readonly OperatorTable[],
): Promise<void> {
  if (tables.length === 0) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(path.join(folder, receiptFiles(of).kept), gathered(jsonOf(tables)))
}

/** In pieces, because the rows of a table may exceed memory. */
function* jsonOf(tables: readonly OperatorTable[]): Generator<string> {
  for (const [at, { table, rows }] of tables.entries()) {
    yield `${at === 0 ? '{' : ','}\n  ${JSON.stringify(table)}: [`
    let before = ''
    for (const row of rows) {
      yield `${before}\n    ${JSON.stringify(row)}`
      before = ','
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}

const LETTERS_AT_ONCE = 262_144

function* gathered(pieces: Iterable<string>): Generator<string> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < LETTERS_AT_ONCE) continue
    yield text
    text = ''
  }
  yield text
}

/** @throws UnusableData when it reports something missing or changed */
export function assertWhole(receipt: Pick<Receipt, 'isWhole' | 'from'>, folder: string): void {
  if (receipt.isWhole) return
  const { page } = receiptFiles(receipt.from)
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
