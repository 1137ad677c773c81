import { z } from 'zod'
import { line, type SentSettings } from '#core/plugin.ts'
import { ldapFields, type LdapSettings } from './settings.ts'

/** The form as it is shown: of the password only whether there is one. */
export const ShownForm = z.object({ ...ldapFields, bindPassword: z.string() })

/** The form as it is sent. What is left out stays as it is. The host may be an address, as ShowDoc has it. */
export const SentForm = z.object({ ...ldapFields, host: line(300) }).partial()

const ADDRESS = /^(ldaps?):\/\/(\[[\da-f:.]+\]|[^/:]+)(?::(\d{1,5}))?\/?$/i

/** What is sent for the settings, by the names they have there. */
export function settingsSent(form: z.output<typeof SentForm>, stored: Pick<LdapSettings, 'host'>): SentSettings {
  const [, scheme, host, port] = ADDRESS.exec(form.host ?? '') ?? []
  const address = host !== undefined && {
    host,
    ...(port !== undefined && { port: Number(port) }),
    ...(scheme?.toLowerCase() === 'ldaps' && { security: 'ldaps' }),
  }
  // A program that knows the fields of the specification alone means a directory without TLS. What was chosen once stays.
  const plain = stored.host === '' && form.host !== undefined && form.security === undefined && { security: 'none' }
  const given = Object.entries({ ...plain, ...form, ...address })
  return Object.fromEntries(given.filter((entry): entry is [string, string | number] => entry[1] !== undefined))
}
