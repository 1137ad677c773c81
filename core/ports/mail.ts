export interface Letter {
  readonly to: string
  /** What the sender is called; the product when left out. */
  readonly senderName?: string
  readonly subject: string
  readonly text: string
}

/** Why a letter that is tried was not taken: `refused` and `wrongLogin` are answers of the server. */
export const MAIL_PROBLEMS = ['notReached', 'silent', 'notEncrypted', 'wrongLogin', 'refused', 'noMailServer'] as const

export interface MailTrial {
  /** Null when the server took the letter. */
  readonly problem: (typeof MAIL_PROBLEMS)[number] | null
  /** What the server said last, if it spoke SMTP; else ''. */
  readonly answer: string
}

/** Sends letters. Only jobs and trials use it: other requests neither wait for a mail server nor tell by their duration what was sent. */
export interface Mail {
  /** False when the operator named no mail server: then there is nothing to be sent (D23). */
  readonly isOn: boolean
  /**
   * Where people reach a path of this site, for the links in letters. Of the configuration, never of a request, whose
   * Host anybody may choose (threats T10).
   */
  addressOf(path: string): string
  /** Resolves when the mail server has taken the letter. @throws Error when it has not */
  send(letter: Letter): Promise<void>
  /** The same for somebody who waits to see whether it works; within half a minute. Never throws. */
  sendOnTrial(letter: Letter): Promise<MailTrial>
  /** Whether the mail server answers and knows the product. @throws Error saying what is wrong, without secrets */
  check(): Promise<void>
}
