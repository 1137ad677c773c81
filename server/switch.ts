/*
 * npm run switch -- FOLDER               makes a ShowDoc in that folder this Octavo
 * npm run switch -- FOLDER --dry-run     looks at it and tells what would be carried
 * npm run switch -- FOLDER --only ITEM   the same with one item of it, by its number in ShowDoc
 * npm run switch -- FOLDER --into        carries it beside what this Octavo has already; with --dry-run, it also tells who
 *                                        of the ShowDoc is here already
 * npm run switch -- FOLDER --older       carries a copy that is older than the one that came last
 * npm run switch -- FOLDER --links rewrite  lets links within pages lead to the addresses of here
 * npm run switch -- FOLDER --address URL says at which address the ShowDoc was reached, where pages name it in links, which
 *                                        are only changed with --links rewrite, and in addresses of files, which are only
 *                                        changed when a ShowDoc that came before has the same
 * npm run switch -- FOLDER --show-pictures  lets pages show pictures of an object storage in which files stay
 * npm run switch -- --back ITEM FILE     writes an item of this Octavo as a zip that a ShowDoc imports, and says, in the
 *                                        LANGUAGE of the settings, what differs there and what stays here
 * npm run switch -- --verify FILE        tells whether a receipt is as this Octavo signed it
 * npm run switch -- --help               tells what it can do
 *
 * FOLDER is that of the ShowDoc, in which Sqlite and Public lie. It is only read, and may go on running meanwhile. Whoever
 * stops the command starts it again, and it goes on; whoever runs it later brings what changed in ShowDoc since. No server
 * of the Octavo may run. What became of each row is told in the folder switch in DATA_DIR.
 */
import './as-newest.ts'
import path from 'node:path'
import { becomeOwnerOf } from './as-owner.ts'
import { compose } from './compose/compose.ts'
import type { Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { readSecretKey } from './secret-key.ts'
import { UnusableData } from './unusable-data.ts'
import { createLogger, PinoLog } from './log.ts'
import { backLines } from './switch/back-lines.ts'
import { writeBack } from './switch/back.ts'
import { carryWithReceipt } from './switch/carry-with-receipt.ts'
import { counted } from './switch/counted.ts'
import {
  switchCommandOf,
  USAGE,
  type BackCommand,
  type HelpCommand,
  type SwitchCommand,
  type VerifyCommand,
} from './switch/command-line.ts'
import { hostsOf } from './switch/hosts.ts'
import { assertSigned, assertWhole } from './switch/kept-receipt.ts'
import { openShowdoc, type OpenedShowdoc } from './switch/look.ts'
import { linesOf, linesOfMatched } from './switch/look-lines.ts'
import { matchedAccounts } from './switch/matched-accounts.ts'
import { wordsOfReason } from './switch/reasons.ts'
import type { Receipt } from './switch/receipt.ts'
import { receiptFiles } from './switch/receipt-files.ts'
import { withSiteToRead } from './switch/site-to-read.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** @param config only with `--into`, which asks who of the ShowDoc is here already */
async function look({ folder, only }: SwitchCommand, config: Config | null): Promise<void> {
  const showdoc = await openShowdoc(folder, only)
  try {
    for (const line of linesOf(showdoc.look)) say(line)
    if (config) await lookForAccounts(showdoc, config)
  } finally {
    await showdoc.close()
  }
  say('Nothing was written.')
}

async function lookForAccounts(showdoc: OpenedShowdoc, config: Config): Promise<void> {
  const accounts = await withSiteToRead(config, (site) => matchedAccounts(showdoc, site))
  for (const line of linesOfMatched(accounts)) say(line)
}

async function switchFrom(command: SwitchCommand, config: Config): Promise<void> {
  const showdoc = await openShowdoc(command.folder, command.only)
  try {
    for (const { code, values } of showdoc.look.problems) say(`Beware: ${wordsOfReason(code, values, 'en')}`)
    await carryInto(config, showdoc, command)
  } finally {
    await showdoc.close()
  }
}

async function carryInto(
  config: Config,
  showdoc: OpenedShowdoc,
  { isInto, mayBeOlder, links: choice, host, showsPictures }: SwitchCommand,
): Promise<void> {
  const application = await compose(config, log, { isSwitching: true })
  try {
    for (const line of linesOfMatched(await matchedAccounts(showdoc, application))) say(line)
    const links = { choice, hosts: hostsOf(showdoc, config, host), address: host }
    const { receipt, wasDone, target } = await carryWithReceipt({
      ...{ showdoc, application, isInto, mayBeOlder, links, showsPictures, say },
    })
    assertWhole(receipt, target)
    if (wasDone) say('All of it came along before. Nothing was written but the receipt.')
    else say(`All of it is here. ${comparedIn(receipt)}`)
    if (receipt.kept.length > 0)
      say(`Not as in ShowDoc, and left as it is here: ${receipt.kept.length}. The receipt says why.`)
    say(`${path.join(target, receiptFiles(receipt.from).page)} tells what came along, what did not, and why.`)
  } finally {
    await application.close()
  }
}

const comparedIn = ({ pages, drafts, versions, attachments }: Receipt): string =>
  `Compared, and the same: ${counted(pages.compared, 'page')}, ${counted(drafts.compared, 'draft')}, ${counted(versions.compared, 'former version')}, ${counted(attachments.compared, 'file')}.`

function commandOrExit(): SwitchCommand | VerifyCommand | BackCommand | HelpCommand {
  try {
    return switchCommandOf(process.argv.slice(2))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${reason}\n${USAGE}`)
    return process.exit(EXIT_FAILED)
  }
}

async function verify({ receipt }: VerifyCommand, config: Config): Promise<void> {
  const key = await readSecretKey(config, { mayMake: false })
  if (key === null) throw new UnusableData([`there is no key of a site in ${config.DATA_DIR}.`])
  await assertSigned(receipt, key)
  say(`${receipt} is as this site signed it.`)
}

async function bringBack({ back, file }: BackCommand, config: Config): Promise<void> {
  const application = await compose(config, log)
  try {
    const written = await writeBack(application, { itemId: back, file })
    for (const line of backLines(file, written, config.LANGUAGE ?? 'en')) say(line)
  } finally {
    await application.close()
  }
}

const command = commandOrExit()
try {
  if ('isHelp' in command) process.stdout.write(USAGE)
  else if ('receipt' in command) await verify(command, configOrExit())
  else if ('folder' in command && command.isDryRun && !command.isInto) await look(command, null)
  else {
    const config = configOrExit()
    await becomeOwnerOf(config.DATA_DIR)
    if ('back' in command) await bringBack(command, config)
    else await (command.isDryRun ? look(command, config) : switchFrom(command, config))
  }
} catch (error) {
  exitWith(error, log, 'The switch stops')
}
