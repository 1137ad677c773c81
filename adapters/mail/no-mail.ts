import type { Mail, MailTrial } from '#core/ports/mail.ts'

const off = (): never => {
  throw new Error('mail is asked for although the operator named no mail server')
}

/** Used when no mail server is configured. */
export class NoMail implements Mail {
  readonly isOn = false
  addressOf(): string {
    return off()
  }
  async send(): Promise<void> {
    off()
  }
  async sendOnTrial(): Promise<MailTrial> {
    return off()
  }
  async check(): Promise<void> {}
}
