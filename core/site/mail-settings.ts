import { z } from 'zod'
import { line, noted, secretText } from '../schema.ts'
import { settingsSection } from '../settings.ts'

// No scheme, port, path or username: the value is used directly as a host name.
const HOST = /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?|\[?[\da-f]*:[\da-f:.]+\]?)$/iu
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

/** How the connection is encrypted: TLS from the start, STARTTLS, or not at all. */
const ENCRYPTIONS = ['starttls', 'tls', 'none'] as const

/** The mail server set by administrators; overridden by `SMTP_URL`. */
export const mailSettings = settingsSection(
  'mail',
  z.object({
    /** '' for no mail. */
    host: line(255)
      .refine((host) => host === '' || HOST.test(host))
      .default(''),
    port: z.number().int().min(1).max(65_535).default(587),
    encryption: z.enum(ENCRYPTIONS).default('starttls'),
    /** '' when the server requires none. */
    username: line(254).default(''),
    password: noted({ sentTo: ['host', 'port', 'encryption'] }, secretText(500)).default(''),
    /** The sender address; '' for `octavo@` and the host of the site. */
    sender: line(254)
      .refine((sender) => sender === '' || ADDRESS.test(sender))
      .default(''),
  }),
)
export type MailSettings = z.output<typeof mailSettings.schema>

const WISHES = { starttls: 'required', tls: 'required', none: 'off' } as const

/** These settings in the format of `SMTP_URL`. */
export function mailAddressOf({ host, port, encryption, username, password, sender }: MailSettings): string {
  const login = username === '' ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const place = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const wishes = new URLSearchParams({ tls: WISHES[encryption], ...(sender !== '' && { from: sender }) })
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${place}:${port}?${wishes.toString()}`
}
