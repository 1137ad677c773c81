/*
 * npm run admin -- login-link USER           prints an address that logs somebody in once, without a password
 * npm run admin -- login-link USER --without-second-factor   … who has lost the second factor, which ends by this
 * npm run admin -- rotate-key                gives the site another secret key
 * npm run admin -- rotate-key --leave NAME   … and gives up sealed texts that no plugin here knows of
 *
 * While the key changes no server of the site may run. NEW_SECRET_KEY names the new key; one is made when it is not set.
 */
import './as-newest.ts'
import { parseArgs } from 'node:util'
import { LOGIN_LINK_MS } from '#core/account/login-link.ts'
import { becomeOwnerOf } from './as-owner.ts'
import { Config, ConfigError } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { changeKey } from './key-change.ts'
import { createLogger, PinoLog } from './log.ts'
import { loginLink } from './login-link.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** @throws ConfigError */
function newKeyOf(environment: NodeJS.ProcessEnv): string | undefined {
  const given = Config.shape.SECRET_KEY.safeParse(environment['NEW_SECRET_KEY'] || undefined)
  if (!given.success) throw new ConfigError([`NEW_SECRET_KEY: ${given.error.issues[0]?.message}.`])
  return given.data
}

async function rotateKey(config: Config, leave: readonly string[]): Promise<void> {
  await becomeOwnerOf(config.DATA_DIR)
  await changeKey(config, { newKey: newKeyOf(process.env), leave, log, say })
}

async function tellLoginLink(config: Config, username: string, endsSecondFactor: boolean): Promise<void> {
  say(await loginLink(config, username, { endsSecondFactor }))
  say(`Whoever opens it within ${LOGIN_LINK_MS / 60_000} minutes, and clicks, is logged in as ${username}, once.`)
  if (endsSecondFactor) say('If the account has a second factor, it has none afterwards.')
  say('It is refused when nobody has this username, or when the account is switched off.')
}

const { positionals, values } = parseArgs({
  options: {
    leave: { type: 'string', multiple: true, default: [] },
    'without-second-factor': { type: 'boolean', default: false },
  },
  allowPositionals: true,
  strict: false,
})
const [wish, username = ''] = positionals
const isRotation = wish === 'rotate-key' && positionals.length === 1
const isLink = wish === 'login-link' && positionals.length === 2 && username.trim() !== ''
if (!isRotation && !isLink) {
  process.stderr.write(
    'usage: npm run admin -- login-link USER [--without-second-factor]\n       npm run admin -- rotate-key [--leave NAME]\n',
  )
  process.exit(EXIT_FAILED)
}
try {
  const config = configOrExit()
  await (isLink
    ? tellLoginLink(config, username, values['without-second-factor'] === true)
    : rotateKey(config, values.leave?.map(String) ?? []))
} catch (error) {
  exitWith(error, log, `${wish} stops`)
}
