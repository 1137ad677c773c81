import type { Context } from '#core/context.ts'
import { carriedLoginKeys } from '#core/site/carried-login-key.ts'
import { firstOptions } from './options.ts'
import { reasonOfPlugin } from './reason-of-plugin.ts'
import { Findings } from './plan/findings.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Imports the key with which programs created login links for the ShowDoc. */
export async function carryLoginKey(
  database: ShowdocDatabase,
  { store, services }: Pick<Context, 'store' | 'services'>,
): Promise<Findings> {
  const findings = new Findings()
  const option = firstOptions(database).get('login_secret_key')
  if (!option || option.value === '') return findings
  const [carryKey] = services.extensions(carriedLoginKeys)
  const refusal = carryKey ? await carryKey({ store, services }, option.value) : null
  if (!carryKey) findings.leave('options', option.id, 'optionWithoutPlugin', { name: option.name })
  else if (refusal !== null) findings.leave('options', option.id, ...reasonOfPlugin(refusal))
  else findings.change('options', option.id, 'loginKey')
  return findings
}
