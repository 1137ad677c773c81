import { Client, ResultCodeError, type Entry, type Filter } from 'ldapts'
import net from 'node:net'
import tls from 'node:tls'
import { isWithinMessage, parseInPieces } from './bounded-parsing.ts'
import { DirectoryProblem, type Problem, type Step } from './problem.ts'
import { speakVersion2 } from './protocol-version.ts'
import type { LdapSettings } from './settings.ts'

/** A connection to a directory, secured according to the settings. */
export interface Directory {
  /** Binds as the search user. @throws DirectoryProblem */
  bindForSearch(): Promise<void>
  /** @throws DirectoryProblem: wrongPassword when the password is wrong, or the person may not log in there */
  bindAs(dn: string, password: string): Promise<void>
  /**
   * At most `count` entries with these attributes; without a count all of them, so that a truncated answer is an error.
   * @throws DirectoryProblem
   */
  search(filter: Filter, attributes: readonly string[], count?: number | null): Promise<readonly Entry[]>
  /** Whether the entry matches the filter; null when it is not there, or hidden. @throws DirectoryProblem */
  fits(dn: string, filter: Filter): Promise<boolean | null>
}

/** Threats L2: a directory that floods the client is disconnected. */
const LONGEST_ANSWER_BYTES = 1024 * 1024
export const BINARY = ['objectGUID', 'GUID']

/**
 * Works with the directory on one connection, which is closed afterwards. Referrals are not followed.
 * @param signal aborts it, whatever the directory does
 * @param onStep is called for each successful step
 * @throws DirectoryProblem
 */
export async function inDirectory<T>(
  settings: LdapSettings,
  signal: AbortSignal,
  work: (directory: Directory) => Promise<T>,
  onStep: (step: Step) => void = () => {},
): Promise<T> {
  if (settings.host === '') throw new DirectoryProblem('connect', 'noHost')
  const line = new Line(settings, signal)
  const client = line.client
  let step: Step = 'connect'
  const tried = async <R>(next: Step, what: () => Promise<R>): Promise<R> => {
    step = next
    try {
      return await line.untilOver(what())
    } catch (error) {
      throw error instanceof DirectoryProblem ? error : new DirectoryProblem(step, line.problemOf(step, error), error)
    }
  }
  const directory: Directory = {
    async bindForSearch() {
      const { bindDn, bindPassword } = settings
      if (bindDn === '') return
      // A name without a password is an anonymous bind, and succeeds (RFC 4513 5.1.2).
      if (bindPassword === '') throw new DirectoryProblem('bind', 'noPassword')
      await tried('bind', () => client.bind(bindDn, bindPassword))
      onStep('bind')
    },
    async bindAs(dn, password) {
      if (password === '') throw new DirectoryProblem('password', 'noPassword')
      await tried('password', () => client.bind(dn, password))
    },
    async search(filter, attributes, count = null) {
      const options = {
        scope: 'sub' as const,
        filter,
        attributes: [...attributes],
        explicitBufferAttributes: BINARY.filter((name) => attributes.includes(name)),
        ...(count !== null && { sizeLimit: count }),
        derefAliases: 'never' as const,
      }
      const { searchEntries } = await tried('search', () => client.search(settings.baseDn, options))
      return searchEntries
    },
    async fits(dn, filter) {
      const options = { scope: 'base' as const, filter, attributes: ['1.1'], derefAliases: 'never' as const }
      try {
        const { searchEntries } = await tried('groups', () => client.search(dn, options))
        return searchEntries.length > 0
      } catch (error) {
        if (error instanceof DirectoryProblem && error.problem === 'noBase') return null
        throw error
      }
    },
  }
  try {
    await tried('connect', () => line.open())
    onStep('connect')
    if (settings.security === 'starttls') {
      await tried('secure', () => client.startTLS())
      onStep('secure')
    }
    return await work(directory)
  } finally {
    line.close()
  }
}

/** One connection, from opening to closing. */
class Line {
  readonly client: Client
  readonly #settings: LdapSettings
  readonly #signal: AbortSignal
  readonly #over = Promise.withResolvers<never>()
  #socket: net.Socket | null = null
  #isHanded = false
  #bytes = 0

  constructor(settings: LdapSettings, signal: AbortSignal) {
    this.#settings = settings
    this.#signal = signal
    // Nobody may be waiting when it ends.
    this.#over.promise.catch(() => {})
    this.client = new Client({
      // Errors are handled below.
      url: 'ldap://directory.invalid',
      createConnection: () => this.#handedSocket(),
      createSecureConnection: ((options: tls.ConnectionOptions) => this.#secured(options)) as typeof tls.connect,
    })
    parseInPieces(this.client, () => this.#socket)
    signal.addEventListener('abort', this.#end, { once: true })
    if (signal.aborted) this.#end()
  }

  /** Connects, with TLS from the start if configured. */
  async open(): Promise<void> {
    const { security, version } = this.#settings
    const socket = security === 'ldaps' ? tls.connect(this.#tlsOptions()) : net.connect(this.#place())
    this.#socket = socket
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once(security === 'ldaps' ? 'secureConnect' : 'connect', resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection ended')))
    await this.untilOver(promise)
    socket.off('error', reject)
    // Callers waiting for an answer get the error from the client; this prevents an unhandled error in between.
    socket.on('error', () => {})
    if (version === 2) speakVersion2(socket)
    this.#count(socket)
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#end)
    this.#socket?.destroy()
  }

  /** The result, unless nobody is waiting any more. */
  untilOver<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise])
  }

  problemOf(step: Step, error: unknown): Problem {
    if (this.#signal.aborted) return 'noAnswer'
    return error instanceof ResultCodeError ? ofResultCode(step, error.code) : ofConnection(step, error)
  }

  /**
   * The client reconnects automatically when the connection ends, and would then send a password without TLS. So only
   * the connection opened here is ever used.
   */
  #handedSocket(): net.Socket {
    const socket = this.#socket
    if (!socket || this.#isHanded) throw new Error('the connection ended')
    this.#isHanded = true
    return socket
  }

  /** @throws Error when plain text was received before TLS that could be mixed with the encrypted data */
  #secured(options: tls.ConnectionOptions): tls.TLSSocket {
    if (isWithinMessage(this.client)) throw new Error('a message was begun before TLS')
    const socket = tls.connect({ ...this.#tlsOptions(), socket: options.socket })
    this.#socket?.removeListener('data', this.#counted)
    this.#socket = socket
    socket.once('secureConnect', () => this.#count(socket))
    // The client stops listening at the first error, so a second one would be unhandled.
    socket.once('error', () => setImmediate(() => socket.on('error', () => {})))
    return socket
  }

  #tlsOptions(): tls.ConnectionOptions {
    const { caCertificate } = this.#settings
    const { host, port } = this.#place()
    return {
      host,
      port,
      ...(net.isIP(host) === 0 && { servername: host }),
      ...(caCertificate !== '' && { ca: caCertificate }),
      minVersion: 'TLSv1.2',
    }
  }

  #place(): { readonly host: string; readonly port: number } {
    return { host: this.#settings.host.replace(/^\[|\]$/g, ''), port: this.#settings.port }
  }

  #count(socket: net.Socket): void {
    socket.on('data', this.#counted)
  }
  readonly #counted = (data: Buffer): void => {
    this.#bytes += data.length
    if (this.#bytes > LONGEST_ANSWER_BYTES) this.#socket?.destroy(new Error('the answer is too long'))
  }

  readonly #end = (): void => {
    this.#over.reject(this.#signal.reason as Error)
    this.#socket?.destroy()
  }
}

/** Result codes for a wrong name or password, or a person who may not log in. */
const NOT_LET_IN: ReadonlySet<number> = new Set([19, 32, 34, 48, 49, 50, 53])

/** By the numbers of RFC 4511, A.1. */
function ofResultCode(step: Step, code: number): Problem {
  if (code === 49 || (code === 53 && step === 'password')) return 'wrongPassword'
  if (code === 8 || code === 13) return 'needsTls'
  if (step === 'secure') return 'noTls'
  // A busy or failing directory has not checked the password.
  if (step === 'password') return NOT_LET_IN.has(code) ? 'wrongPassword' : 'rejected'
  if (code === 32 || code === 34) return step === 'bind' ? 'wrongPassword' : 'noBase'
  if (code === 50) return 'notAllowed'
  // Active Directory's message for an anonymous search.
  return code === 1 && (step === 'search' || step === 'groups') ? 'needsName' : 'rejected'
}

const UNTRUSTED = /CERT|SIGNED|ISSUER|ALTNAME|UNABLE_TO_VERIFY|CRL/
function ofConnection(step: Step, error: unknown): Problem {
  const { code = '' } = error as { readonly code?: string }
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost'
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'noAnswer'
  if (UNTRUSTED.test(code)) return 'untrusted'
  return step === 'secure' || /^ERR_SSL|EPROTO/.test(code) ? 'noTls' : 'broken'
}
