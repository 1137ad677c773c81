const TLS_WISHES = ['required', 'optional', 'off'] as const
type TlsWish = (typeof TLS_WISHES)[number]

/** The content of `SMTP_URL`. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the start, for `smtps://`. */
  readonly isSecure: boolean
  /** Whether a plain connection is upgraded by STARTTLS. */
  readonly startTls: TlsWish
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: string
}

/**
 * Parses `smtp[s]://user:password@host:port?from=…&tls=required|optional|off`. The default sender is `octavo@` and the
 * host of the site. A password is never sent unencrypted unless `tls` explicitly allows it.
 * @throws Error with the problem, without the address, which may contain a password
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
