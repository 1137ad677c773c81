/*
 * npm run switch -- FOLDER             makes a ShowDoc in that folder this Octavo, which must be empty
 * npm run switch -- FOLDER --dry-run   looks at it and tells what would be carried
 *
 * FOLDER is that of the ShowDoc, in which Sqlite and Public lie. It is only read, and may go on running meanwhile. Whoever
 * stops the command starts it again, and it goes on. No server of the Octavo may run. What became of each row is told in
 * the folder switch in DATA_DIR.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { becomeOwnerOf } from './as-owner.ts'
import { compose } from './compose/compose.ts'
import type { Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { isThere, writeWhole } from './durable-files.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { carry } from './switch/carry.ts'
import { openShowdoc, type OpenedShowdoc } from './switch/look.ts'
import { linesOf } from './switch/look-lines.ts'
import { receiptOf } from './switch/receipt.ts'
import { receiptPage } from './switch/receipt-page.ts'
import { UnusableData } from './unusable-data.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))
const RECEIPTS = 'switch'

async function look(folder: string): Promise<void> {
  const showdoc = await openShowdoc(folder)
  try {
    for (const line of linesOf(showdoc.look)) say(line)
  } finally {
    await showdoc.close()
  }
  say('Nothing was written.')
}

async function switchFrom(folder: string, config: Config): Promise<void> {
  const showdoc = await openShowdoc(folder)
  try {
    for (const problem of showdoc.look.problems) say(`Beware: ${problem}`)
    await carryInto(config, showdoc)
  } finally {
    await showdoc.close()
  }
}

async function carryInto(config: Config, showdoc: OpenedShowdoc): Promise<void> {
  const application = await compose(config, log)
  try {
    const carried = await carry({ showdoc, application, say })
    const target = path.resolve(config.DATA_DIR, RECEIPTS)
    // People may have changed what came along since.
    if (carried.wasDone && (await isThere(path.join(target, 'receipt.json'))))
      return say('All of it came along before. Nothing was written.')
    const receipt = await receiptOf({ showdoc, carried, application })
    await mkdir(target, { recursive: true, mode: 0o700 })
    await writeWhole(path.join(target, 'receipt.json'), `${JSON.stringify(receipt, null, 2)}\n`)
    await writeWhole(path.join(target, 'receipt.html'), receiptPage(receipt))
    if (!receipt.isWhole)
      throw new UnusableData([`what is here is not what was read: ${target}/receipt.html names the difference.`])
    say('All of it is here; every text was compared.')
    say(`${target}/receipt.html tells what came along, what did not, and why.`)
  } finally {
    await application.close()
  }
}

const { positionals, values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const [folder] = positionals
const unknown = Object.keys(values).filter((name) => name !== 'dry-run')
if (folder === undefined || positionals.length !== 1 || unknown.length > 0) {
  process.stderr.write('usage: npm run switch -- FOLDER [--dry-run]\n')
  process.exit(EXIT_FAILED)
}
try {
  if (values['dry-run'] === true) await look(folder)
  else {
    const config = configOrExit()
    await becomeOwnerOf(config.DATA_DIR)
    await switchFrom(folder, config)
  }
} catch (error) {
  exitWith(error, log, 'The switch stops')
}
