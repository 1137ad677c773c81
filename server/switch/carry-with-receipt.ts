import path from 'node:path'
import { languageAtFirst } from '../config.ts'
import { carry, type Carrying } from './carry.ts'
import { brokenDatabase, isDamage } from './consistent-copy.ts'
import { keepForOperators, keepReceipt, receiptsIn } from './kept-receipt.ts'
import { receiptOf, type Receipt } from './receipt.ts'

export interface WithReceipt {
  readonly receipt: Receipt
  /** Whether everything had been imported before. */
  readonly wasDone: boolean
  /** The folder of the receipt. */
  readonly target: string
}

/**
 * Imports a ShowDoc, compares the result with the source, and stores the receipt.
 * @throws as `carry`, and ShowdocRefusal when it meets a damage of the database
 */
export async function carryWithReceipt(carrying: Carrying): Promise<WithReceipt> {
  try {
    return await carryAndCompare(carrying)
  } catch (error) {
    throw isDamage(error) ? brokenDatabase(carrying.showdoc.look.file, error) : error
  }
}

async function carryAndCompare(carrying: Carrying): Promise<WithReceipt> {
  const { showdoc, application, progress } = carrying
  const carried = await carry(carrying)
  progress?.({ step: 'proof', done: 0, of: 0, name: '' })
  const receipt = await receiptOf({ showdoc, carried, application })
  const target = receiptsIn(path.resolve(application.config.DATA_DIR))
  // Written first, because the receipt refers to it.
  await keepForOperators(target, receipt.from, carried.kept.forOperators)
  await keepReceipt(target, receipt, { key: application.secretKey, language: languageAtFirst(application.config) })
  return { receipt, wasDone: carried.wasDone, target }
}
