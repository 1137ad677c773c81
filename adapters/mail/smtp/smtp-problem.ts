import type { MailTrial } from '#core/ports/mail.ts'
import { TooLate } from '#core/within-time.ts'

const LONGEST_ANSWER = 500

/** Additional fields of nodemailer's errors. */
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

/** Why a letter was not sent. Of the other side's answer only SMTP replies are shown: it may not be a mail server. */
export function problemOf(error: unknown): MailTrial {
  if (error instanceof TooLate) return { problem: 'silent', answer: '' }
  const { code, responseCode, response } = (typeof error === 'object' && error !== null ? error : {}) as SmtpError
  const spoken = typeof response === 'string' && /^[2-5]\d\d[ -]/.test(response) ? response : ''
  const known = typeof code === 'string' ? BY_CODE[code] : undefined
  const problem =
    known ?? (typeof responseCode === 'number' ? 'refused' : isOfTls(error) ? 'notEncrypted' : 'notReached')
  return { problem, answer: spoken.slice(0, LONGEST_ANSWER) }
}

/** An untrusted certificate, or no TLS at all, which Node reports only in these words. */
const isOfTls = (error: unknown): boolean =>
  error instanceof Error &&
  /certificate|ssl|tls|handshake/i.test(`${error.message} ${String((error as SmtpError).code)}`)
