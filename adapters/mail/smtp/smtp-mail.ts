import { createTransport } from 'nodemailer'
import type { Letter, Mail, MailTrial } from '#core/ports/mail.ts'
import { withinTime } from '#core/within-time.ts'
import { reasonIn } from '../../system/reason.ts'
import { problemOf } from './smtp-problem.ts'
import { smtpSettings } from './smtp-settings.ts'

// Together shorter than a job's lease.
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const TRIAL_MS = 15_000

/** Sends letters through the configured mail server, each over its own connection. */
export class SmtpMail implements Mail {
  readonly isOn = true
  readonly #publicUrl: string
  readonly #from: string
  /** For the log. */
  readonly #server: string
  readonly #transport: ReturnType<typeof createTransport>

  /** @throws Error when the address is not usable */
  constructor(address: string, publicUrl: string) {
    const { host, port, isSecure, startTls, login, from } = smtpSettings(address, publicUrl)
    this.#publicUrl = publicUrl
    this.#from = from
    this.#server = `the mail server ${host}:${port}`
    this.#transport = createTransport({
      host,
      port,
      secure: isSecure,
      requireTLS: startTls === 'required',
      ignoreTLS: startTls === 'off',
      ...(login && { auth: { user: login.user, pass: login.password } }),
      dnsTimeout: CONNECT_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // A letter is self-contained: no part of it is fetched from elsewhere.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  addressOf(path: string): string {
    return `${this.#publicUrl.replace(/\/+$/, '')}${path}`
  }

  async send(letter: Letter): Promise<void> {
    try {
      await this.#handOver(letter)
    } catch (cause) {
      throw new Error(`${this.#server} did not take a letter: ${reasonIn(cause)}`, { cause })
    }
  }

  async sendOnTrial(letter: Letter): Promise<MailTrial> {
    try {
      const answer = await withinTime(`a letter by ${this.#server}`, TRIAL_MS, () => this.#handOver(letter))
      return { problem: null, answer }
    } catch (error) {
      return problemOf(error)
    }
  }

  /** @returns the server's answer */
  async #handOver({ to, senderName = 'Octavo', subject, text }: Letter): Promise<string> {
    // As an object, so that nothing in it is parsed as a list of addresses.
    const { response } = await this.#transport.sendMail({
      from: { name: senderName, address: this.#from },
      to: { name: '', address: to },
      subject,
      text,
      // Suppresses automatic replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return response
  }

  async check(): Promise<void> {
    try {
      await this.#transport.verify()
    } catch (cause) {
      throw new Error(`${this.#server} cannot be used: ${reasonIn(cause)}`, { cause })
    }
  }
}
