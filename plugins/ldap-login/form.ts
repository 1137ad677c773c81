import { z } from 'zod'
import { line, type SentSettings } from '#core/plugin.ts'
import { ldapFields, type LdapSettings } from './settings.ts'

/** The form as shown: for the password only whether it is set. */
export const ShownForm = z.object({ ...ldapFields, bindPassword: z.string() })

/** The form as sent. Missing fields do not change. The host may be a URL, as in ShowDoc. */
export const SentForm = z.object({ ...ldapFields, host: line(300) }).partial()

const ADDRESS = /^(ldaps?):\/\/(\[[\da-f:.]+\]|[^/:]+)(?::(\d{1,5}))?\/?$/i

/** The values sent, by the names of the settings. */
export function settingsSent(form: z.output<typeof SentForm>, stored: Pick<LdapSettings, 'host'>): SentSettings {
  const [, scheme, host, port] = ADDRESS.exec(form.host ?? '') ?? []
  const address = host !== undefined && {
    host,
    ...(port !== undefined && { port: Number(port) }),
    ...(scheme?.toLowerCase() === 'ldaps' && { security: 'ldaps' }),
  }
  // A program that only knows the specification's fields means a directory without TLS. An earlier choice is kept.
  const plain = stored.host === '' && form.host !== undefined && form.security === undefined && { security: 'none' }
  const given = Object.entries({ ...plain, ...form, ...address })
  return Object.fromEntries(given.filter((entry): entry is [string, string | number] => entry[1] !== undefined))
}
