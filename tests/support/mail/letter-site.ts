import type { OpenDatabase } from '#adapters/database/open.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { site, type Site, type SiteOptions } from '#tests/rest/harness.ts'
import { mailSink, type MailSink, type ReceivedLetter } from './mail-sink.ts'

export const PUBLIC_URL = 'https://docs.example.org'

/** A site that sends its letters to a mail server of the test. */
export interface LetterSite extends Site {
  readonly sink: MailSink
  /** Does the jobs that wait, those that failed before among them. @returns what they carried and what came of them */
  deliver(): Promise<{ readonly jobs: readonly object[]; readonly letters: readonly ReceivedLetter[] }>
}

export async function letterSite(options: SiteOptions = {}): Promise<LetterSite> {
  const sink = await mailSink()
  const mail = new SmtpMail(`smtp://127.0.0.1:${sink.port}?tls=off`, PUBLIC_URL)
  const here = await site({ mail, ...options })
  const { database, services } = here.world.product
  const { jobTable } = database as OpenDatabase
  // Each delivery comes after the lease of the one before.
  let laterMs = 0
  const waiting = () => jobTable.claim(new Date(Date.now() + (laterMs += 10_000)), 1_000, 1_000)
  // What earlier tests of the file left.
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

/** The link a letter carries. */
export function linkIn(letter: ReceivedLetter | undefined): URL {
  const address = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0]
  if (address === undefined) throw new Error('the letter carries no link')
  return new URL(address)
}

/** What a link says, as the calls want it. */
export const partsOf = ({ searchParams }: URL): { uid: string; email: string; token: string } => ({
  uid: searchParams.get('uid') ?? '',
  email: searchParams.get('email') ?? '',
  token: searchParams.get('token') ?? '',
})
