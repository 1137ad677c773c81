import { Client, ResultCodeError, type Entry, type Filter } from 'ldapts'
import net from 'node:net'
import tls from 'node:tls'
import { isWithinMessage, parseInPieces } from './bounded-parsing.ts'
import { DirectoryProblem, type Problem, type Step } from './problem.ts'
import { speakVersion2 } from './protocol-version.ts'
import type { LdapSettings } from './settings.ts'

/** A connection to a directory that is secured as the settings want it. */
export interface Directory {
  /** As whoever may search it. @throws DirectoryProblem */
  bindForSearch(): Promise<void>
  /** @throws DirectoryProblem: wrongPassword when this person has another one, or may not log in there */
  bindAs(dn: string, password: string): Promise<void>
  /**
   * `count` entries at most, with these attributes; without a count all of them, so that an answer which the directory cuts
   * is a failure. @throws DirectoryProblem
   */
  search(filter: Filter, attributes: readonly string[], count?: number | null): Promise<readonly Entry[]>
}

/** Threats L2: a directory that floods us is left. */
const LONGEST_ANSWER_BYTES = 1024 * 1024
export const BINARY = ['objectGUID', 'GUID']

/**
 * Does something in the directory, on one connection that is closed afterwards. Referrals are not followed.
 * @param signal ends it, whatever the directory does
 * @param onStep hears of each step that has succeeded
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
      // A name without a password counts as nobody, and succeeds (RFC 4513 5.1.2).
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

/** One connection, from its beginning to its end. */
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
      // Where it leads is decided below.
      url: 'ldap://directory.invalid',
      createConnection: () => this.#handedSocket(),
      createSecureConnection: ((options: tls.ConnectionOptions) => this.#secured(options)) as typeof tls.connect,
    })
    parseInPieces(this.client, () => this.#socket)
    signal.addEventListener('abort', this.#end, { once: true })
    if (signal.aborted) this.#end()
  }

  /** Connects, over TLS from the beginning where the settings say so. */
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
    // Whoever waits for an answer hears of the end by the client; this keeps an error in between from being nobody's.
    socket.on('error', () => {})
    if (version === 2) speakVersion2(socket)
    this.#count(socket)
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#end)
    this.#socket?.destroy()
  }

  /** What it gives, unless nobody waits any more. */
  untilOver<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise])
  }

  problemOf(step: Step, error: unknown): Problem {
    if (this.#signal.aborted) return 'noAnswer'
    return error instanceof ResultCodeError ? ofResultCode(step, error.code) : ofConnection(step, error)
  }

  /**
   * The client connects anew by itself when the connection ends, and would then send a password over a line without TLS. So
   * there is only ever the one that was opened here.
   */
  #handedSocket(): net.Socket {
    const socket = this.#socket
    if (!socket || this.#isHanded) throw new Error('the connection ended')
    this.#isHanded = true
    return socket
  }

  /** @throws Error when something was sent in clear text that what comes over TLS would continue */
  #secured(options: tls.ConnectionOptions): tls.TLSSocket {
    if (isWithinMessage(this.client)) throw new Error('a message was begun before TLS')
    const socket = tls.connect({ ...this.#tlsOptions(), socket: options.socket })
    this.#socket?.removeListener('data', this.#counted)
    this.#socket = socket
    socket.once('secureConnect', () => this.#count(socket))
    // The client stops listening at the first error, and a second one would be nobody's.
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

/** What a directory says of a name or password that is not right, or of somebody who may not log in. */
const NOT_LET_IN: ReadonlySet<number> = new Set([19, 32, 34, 48, 49, 50, 53])

/** By the numbers of RFC 4511, A.1. */
function ofResultCode(step: Step, code: number): Problem {
  if (code === 49 || (code === 53 && step === 'password')) return 'wrongPassword'
  if (code === 8 || code === 13) return 'needsTls'
  if (step === 'secure') return 'noTls'
  // One that is busy or fails has not judged the password.
  if (step === 'password') return NOT_LET_IN.has(code) ? 'wrongPassword' : 'rejected'
  if (code === 32 || code === 34) return step === 'bind' ? 'wrongPassword' : 'noBase'
  if (code === 50) return 'notAllowed'
  // Active Directory's word for a search by nobody.
  return code === 1 && step === 'search' ? 'needsName' : 'rejected'
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
