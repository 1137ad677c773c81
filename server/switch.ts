/*
 * npm run switch -- FOLDER --dry-run   looks at a ShowDoc in that folder and tells what would be carried
 *
 * FOLDER is that of the ShowDoc, in which Sqlite and Public lie. It is only read, and may go on running meanwhile.
 */
import { parseArgs } from 'node:util'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { openShowdoc } from './switch/look.ts'
import { linesOf } from './switch/look-lines.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

async function look(folder: string): Promise<void> {
  const showdoc = await openShowdoc(folder)
  try {
    for (const line of linesOf(showdoc.look)) say(line)
  } finally {
    await showdoc.close()
  }
  say('Nothing was written.')
}

const { positionals, values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const [folder] = positionals
const unknown = Object.keys(values).filter((name) => name !== 'dry-run')
if (folder === undefined || positionals.length !== 1 || unknown.length > 0 || values['dry-run'] !== true) {
  process.stderr.write('usage: npm run switch -- FOLDER --dry-run\n')
  process.exit(EXIT_FAILED)
}
try {
  await look(folder)
} catch (error) {
  exitWith(error, log, 'The switch stops')
}
