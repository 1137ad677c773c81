/*
 * npm run admin -- rotate-key                gives the site another secret key
 * npm run admin -- rotate-key --leave NAME   … and gives up sealed texts that no plugin here knows of
 *
 * No server of the site may run meanwhile. NEW_SECRET_KEY names the new key; one is made when it is not set.
 */
import { parseArgs } from 'node:util'
import { becomeOwnerOf } from './as-owner.ts'
import { Config, ConfigError } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { changeKey } from './key-change.ts'
import { createLogger, PinoLog } from './log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** @throws ConfigError */
function newKeyOf(environment: NodeJS.ProcessEnv): string | undefined {
  const given = Config.shape.SECRET_KEY.safeParse(environment['NEW_SECRET_KEY'] || undefined)
  if (!given.success) throw new ConfigError([`NEW_SECRET_KEY: ${given.error.issues[0]?.message}.`])
  return given.data
}

const { positionals, values } = parseArgs({
  options: { leave: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
  strict: false,
})
if (positionals.length !== 1 || positionals[0] !== 'rotate-key') {
  process.stderr.write('usage: npm run admin -- rotate-key [--leave NAME]\n')
  process.exit(EXIT_FAILED)
}
try {
  const leave = values.leave?.map(String) ?? []
  const config = configOrExit()
  await becomeOwnerOf(config.DATA_DIR)
  await changeKey(config, { newKey: newKeyOf(process.env), leave, log, say })
} catch (error) {
  exitWith(error, log, 'rotate-key stops')
}
