import { mailSink, type MailSink, type ReceivedLetter } from '../../support/mail/mail-sink.ts'
import { startPreparedServer } from './prepared-server.ts'
import { test as base } from './product.ts'

interface MailFixtures {
  /** The mail server of this worker's product. */
  readonly sink: MailSink
}

/** The product with a mail server of its own. */
export const test = base.extend<object, MailFixtures>({
  sink: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const sink = await mailSink()
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ sink }, use) => {
      const server = await startPreparedServer({ environment: mailOf(sink) })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The settings with which a server sends its letters there. */
export const mailOf = ({ port }: MailSink) => ({ SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` })

export const linkIn = ({ text }: ReceivedLetter): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
