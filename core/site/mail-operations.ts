import { z } from 'zod'
import { typedEmail } from '../account/typed.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { MAIL_PROBLEMS } from '../ports/mail.ts'
import { text } from '../schema.ts'
import { wishedSettings } from './change-settings.ts'
import { siteNameOf } from './look-settings.ts'
import { mailAddressOf, mailSettings } from './mail-settings.ts'
import { addressOfSite } from './mail-in-use.ts'
import { trialLetter } from './trial-letter.ts'
import { requireTrialTurn } from './trial-turn.ts'

const LONGEST_VALUE = 1_000

export const siteMailOperations = {
  tryMail: command({
    summary:
      'Sends a letter by a mail server that need not be kept in the settings yet, and tells what it answered. A secret ' +
      'whose mask is sent back is the one that is kept, unless the server is another one.',
    audience: 'admin',
    needsNoRoom: true,
    withoutTransaction: true,
    input: z.object({
      to: typedEmail(),
      /** Fields of the section `mail` that differ from the stored ones. */
      values: z.record(text(100), z.union([text(LONGEST_VALUE), z.number(), z.boolean()])).default({}),
    }),
    output: z.object({
      problem: z.enum(MAIL_PROBLEMS).nullable(),
      /** The last SMTP reply of the mail server, unchanged; '' when there was none. */
      answer: z.string(),
    }),
    example: { to: 'mei@example.org', values: { host: 'smtp.example.org' } },
    async run(ctx, { to, values }) {
      const { mail, mailAt } = wholeServices(ctx.services)
      const wished = await wishedSettings(ctx, mailSettings, values)
      const siteUrl = await addressOfSite(ctx)
      if (siteUrl === '') throw new DomainError('siteAddressMissing')
      if (!mail.isOn && wished.host === '') throw new DomainError('invalidInput', { field: 'host' })
      await requireTrialTurn(ctx, 'mail')
      const detail = mail.isOn ? '' : `${wished.host}:${wished.port}`
      ctx.audit({ action: 'settings.tried', object: { kind: 'settings', id: mailSettings.id }, detail })
      const tried = mail.isOn ? mail : mailAt(mailAddressOf(wished), siteUrl)
      const senderName = await siteNameOf(ctx)
      return tried.sendOnTrial({ to, senderName, ...trialLetter[ctx.session.language](siteUrl, senderName) })
    },
  }),
}
