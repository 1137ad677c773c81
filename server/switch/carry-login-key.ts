import type { Context } from '#core/context.ts'
import { carriedLoginKeys } from '#core/site/carried-login-key.ts'
import { NO_PLUGIN } from './carry-settings.ts'
import { optionsIn } from './options.ts'
import { Findings } from './plan/findings.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Imports the key with which programs created login links for the ShowDoc. */
export async function carryLoginKey(
  database: ShowdocDatabase,
  { store, services }: Pick<Context, 'store' | 'services'>,
): Promise<Findings> {
  const findings = new Findings()
  const option = optionsIn(database).find(({ name }) => name === 'login_secret_key')
  if (!option || option.value === '') return findings
  const [carryKey] = services.extensions(carriedLoginKeys)
  const reason = carryKey ? await carryKey({ store, services }, option.value) : NO_PLUGIN
  if (reason !== null) findings.leave('options', option.id, `login_secret_key: ${reason}`)
  else
    findings.change(
      'options',
      option.id,
      'the login secret key is the one of before, but a link made with it opens only an account that such a link made here: whoever came along logs in with the password of before',
    )
  return findings
}
