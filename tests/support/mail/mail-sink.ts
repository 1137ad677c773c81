import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter as received. */
export interface ReceivedLetter {
  /** Of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly wasEncrypted: boolean
  /** The user who logged in to send it; '' for none. */
  readonly sentAs: string
}

/** A mail server that stores what it receives. */
export interface MailSink {
  readonly port: number
  readonly letters: readonly ReceivedLetter[]
  /** While true, letters are temporarily refused, like by a full mail server. */
  isFull: boolean
  /** The newest letter to this address, once there are more than `known`. */
  letterTo(address: string, known?: number): Promise<ReceivedLetter>
  close(): Promise<void>
}

/** A key that protects nothing, and its certificate for localhost. */
const CERTIFICATE = readFileSync(new URL('./localhost.pem', import.meta.url), 'utf8')

/** Makes this process trust the sinks, like an operator's own certificate. */
export function trustSinks(): void {
  setDefaultCACertificates([...getCACertificates(), CERTIFICATE.slice(CERTIFICATE.indexOf('-----BEGIN CERT'))])
}

export interface SinkOptions extends Pick<SMTPServerOptions, 'secure' | 'disabledCommands' | 'allowInsecureAuth'> {
  /** The required login; none when left out. */
  readonly login?: { readonly user: string; readonly password: string }
  readonly port?: number
}

export async function mailSink({ login, port = 0, ...options }: SinkOptions = {}): Promise<MailSink> {
  const letters: ReceivedLetter[] = []
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    ...options,
    key: CERTIFICATE,
    cert: CERTIFICATE,
    authOptional: login === undefined,
    disableReverseLookup: true,
    onAuth({ username = '', password = '' }, _session, answer) {
      if (username === login?.user && password === login.password) answer(null, { user: username })
      else answer(new Error('wrong user or password'))
    },
    onData(stream, { envelope, secure, user }, answer) {
      const keep = async (): Promise<void> => {
        const { subject = '', text = '', headers } = await PostalMime.parse(await buffer(stream))
        if (sink.isFull) throw Object.assign(new Error('mailbox full'), { responseCode: 452 })
        letters.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          subject,
          text,
          headers: new Map(headers.map(({ key, value }) => [key, value])),
          wasEncrypted: secure,
          sentAs: typeof user === 'string' ? user : '',
        })
        arrivals.emit('letter')
      }
      keep().then(() => answer(), answer)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const sink: MailSink = {
    port: address && typeof address === 'object' ? address.port : 0,
    letters,
    isFull: false,
    async letterTo(recipient, known = 0) {
      for (;;) {
        const found = letters.filter(({ to }) => to.includes(recipient))
        const newest = found.at(-1)
        if (newest && found.length > known) return newest
        await once(arrivals, 'letter')
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}
