import type { MailTrial } from '#core/ports/mail.ts'
import { TooLate } from '#core/within-time.ts'

const LONGEST_ANSWER = 500

/** What nodemailer adds to its errors. */
interface SmtpError {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

const BY_CODE: Readonly<Record<string, MailTrial['problem']>> = {
  EAUTH: 'wrongLogin',
  ENOAUTH: 'wrongLogin',
  ETLS: 'notEncrypted',
  ETIMEDOUT: 'silent',
  EPROTOCOL: 'noMailServer',
}

/** Why a letter was not sent. Only what belongs to SMTP is told of what the other side said: it may be no mail server. */
export function problemOf(error: unknown): MailTrial {
  if (error instanceof TooLate) return { problem: 'silent', answer: '' }
  const { code, responseCode, response } = (typeof error === 'object' && error !== null ? error : {}) as SmtpError
  const spoken = typeof response === 'string' && /^[2-5]\d\d[ -]/.test(response) ? response : ''
  const known = typeof code === 'string' ? BY_CODE[code] : undefined
  const problem =
    known ?? (typeof responseCode === 'number' ? 'refused' : isOfTls(error) ? 'notEncrypted' : 'notReached')
  return { problem, answer: spoken.slice(0, LONGEST_ANSWER) }
}

/** A certificate nobody vouches for, or no TLS at all, which Node tells in these words alone. */
const isOfTls = (error: unknown): boolean =>
  error instanceof Error &&
  /certificate|ssl|tls|handshake/i.test(`${error.message} ${String((error as SmtpError).code)}`)
