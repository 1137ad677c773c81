import type { OpenDatabase } from '#adapters/database/open.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { site, type Site, type SiteOptions } from '#tests/rest/harness.ts'
import { mailSink, type MailSink, type ReceivedLetter } from './mail-sink.ts'

export const PUBLIC_URL = 'https://docs.example.org'

/** A site that sends its letters to a test mail server. */
export interface LetterSite extends Site {
  readonly sink: MailSink
  /** Runs the waiting jobs, including failed ones. @returns their payloads, and the resulting letters */
  deliver(): Promise<{ readonly jobs: readonly object[]; readonly letters: readonly ReceivedLetter[] }>
}

export async function letterSite(options: SiteOptions = {}): Promise<LetterSite> {
  const sink = await mailSink()
  const mail = new SmtpMail(`smtp://127.0.0.1:${sink.port}?tls=off`, PUBLIC_URL)
  const here = await site({ mail, ...options })
  const { database, services } = here.world.product
  const { jobTable } = database as OpenDatabase
  // Each delivery takes place after the lease of the previous one.
  let laterMs = 0
  const waiting = () => jobTable.claim(new Date(Date.now() + (laterMs += 10_000)), 1_000, 1_000)
  // Jobs of earlier tests in the file.
  for (const job of await waiting()) await jobTable.complete(job)
  return {
    ...here,
    sink,
    async deliver() {
      const before = sink.letters.length
      const jobs = await waiting()
      for (const { id, attempts, name, payload } of jobs) {
        await letterJobs[name]?.({ store: database, services }, payload)
        await jobTable.complete({ id, attempts })
      }
      return { jobs: jobs.map(({ payload }) => payload), letters: sink.letters.slice(before) }
    },
    async close() {
      await here.close()
      await sink.close()
    },
  }
}

/** The link in a letter. */
export function linkIn(letter: ReceivedLetter | undefined): URL {
  const address = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0]
  if (address === undefined) throw new Error('the letter carries no link')
  return new URL(address)
}

/** The parameters of a link, for operations. */
export const partsOf = ({ searchParams }: URL): { uid: string; email: string; token: string } => ({
  uid: searchParams.get('uid') ?? '',
  email: searchParams.get('email') ?? '',
  token: searchParams.get('token') ?? '',
})
