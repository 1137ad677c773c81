import { TransactionPooler } from '#adapters/database/pooler.ts'
import { ConfigError } from './config.ts'
import { DiskFull } from './unusable-data.ts'

/** What drivers of networks and PostgreSQL say of an error. */
interface Fault {
  readonly code: string
  readonly message: string
}

/**
 * What the operator can do about a PostgreSQL that lets nobody in: one line with the setting, the server and the reason,
 * without the password. Anything else stays the error it was.
 */
export function explainedForDatabase(error: unknown, url: string): unknown {
  if (error instanceof TransactionPooler) return new ConfigError([`DATABASE_URL: ${POOLED}`], { cause: error })
  const fault = faultOf(error)
  if (fault?.code === '53100') return new DiskFull(`PostgreSQL at ${placeOf(url)}`, { cause: error })
  const words = fault && (reasonOf(fault, url) ?? (isNoAnswer(fault) ? `${placeOf(url)} does not answer` : null))
  return words ? new ConfigError([`DATABASE_URL: ${words}.`], { cause: error }) : error
}

const POOLED =
  'a pooler hands each transaction another connection; use the session mode of PgBouncer (pool_mode=session), or PostgreSQL itself.'

function reasonOf({ code, message }: Fault, url: string): string | null {
  const { username, pathname } = new URL(url)
  const user = decodeURIComponent(username)
  const place = placeOf(url)
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${place}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no machine with the name ${new URL(url).hostname} is known here`
    case '28P01':
      return `PostgreSQL at ${place} refuses the user ${user}: the name or the password is wrong`
    case '28000':
      return `PostgreSQL at ${place} refuses the user ${user} (${message})`
    case '3D000':
      return `there is no database ${decodeURIComponent(pathname.slice(1))} at ${place}`
    case '42501':
      return `the user ${user} may not make tables in this database (${message}): make it the owner`
    case '57P03':
      return `PostgreSQL at ${place} is not ready yet (${message})`
    case '53300':
      return `PostgreSQL at ${place} has no connection left (${message})`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${place} is not trusted (${message}); give its authority with ?sslrootcert=FILE`
    default:
      return message.includes('does not support SSL') ? `${place} offers no TLS, which the address demands` : null
  }
}

const SILENT = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])
const isNoAnswer = ({ code, message }: Fault): boolean =>
  SILENT.has(code) || /timeout expired|terminated (unexpectedly|due to connection timeout)/.test(message)

const placeOf = (url: string): string => {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}

/** The error beneath what the ORM and pools put around it; null when there is none of a server or a network. */
function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { readonly code?: unknown }
  // Node tries each address of a name and gives all failures together.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  if (typeof code === 'string') return { code, message: error.message }
  return faultOf(inner) ?? { code: '', message: error.message }
}
