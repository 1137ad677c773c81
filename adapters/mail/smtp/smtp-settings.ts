const TLS_WISHES = ['required', 'optional', 'off'] as const
type TlsWish = (typeof TLS_WISHES)[number]

/** What `SMTP_URL` says. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, as `smtps://` asks for. */
  readonly isSecure: boolean
  /** Whether a plain connection is to be encrypted by STARTTLS. */
  readonly startTls: TlsWish
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: string
}

/**
 * Reads `smtp[s]://user:password@host:port?from=…&tls=required|optional|off`. Letters come from `octavo@` the host of
 * the site unless `from` says otherwise. A password is never sent in clear unless `tls` allows it in so many words.
 * @throws Error with what is wrong, without the address, which may hold a password
 */
export function smtpSettings(address: string, publicUrl: string): SmtpSettings {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address)
  const isSecure = protocol === 'smtps:'
  const from = searchParams.get('from') ?? `octavo@${new URL(publicUrl).hostname}`
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) throw new Error('from must be an e-mail address')
  if (hostname === '') throw new Error('a host must be named')
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    startTls: tlsWish(searchParams.get('tls'), username !== ''),
    login: username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    from,
  }
}

function tlsWish(given: string | null, hasLogin: boolean): TlsWish {
  if (given === null) return hasLogin ? 'required' : 'optional'
  const wish = TLS_WISHES.find((word) => word === given)
  if (!wish) throw new Error(`tls must be one of ${TLS_WISHES.join(', ')}`)
  return wish
}
