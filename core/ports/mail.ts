export interface Letter {
  readonly to: string
  /** The display name of the sender; the product when left out. */
  readonly senderName?: string
  readonly subject: string
  readonly text: string
}

/** Why a test letter was not accepted: `refused` and `wrongLogin` are answers of the mail server. */
export const MAIL_PROBLEMS = ['notReached', 'silent', 'notEncrypted', 'wrongLogin', 'refused', 'noMailServer'] as const

export interface MailTrial {
  /** Null when the server accepted the letter. */
  readonly problem: (typeof MAIL_PROBLEMS)[number] | null
  /** The last SMTP reply of the server, if it speaks SMTP; else ''. */
  readonly answer: string
}

/**
 * Sends letters. Only jobs and tests use it: other requests neither wait for a mail server nor reveal by their duration
 * what was sent.
 */
export interface Mail {
  /** False when the operator configured no mail server: then nothing can be sent (D23). */
  readonly isOn: boolean
  /**
   * The public URL of a path of this site, for links in letters. Taken from the configuration, never from a request,
   * whose Host header anybody can choose (threats T10).
   */
  addressOf(path: string): string
  /** Resolves when the mail server has accepted the letter. @throws Error when it has not */
  send(letter: Letter): Promise<void>
  /** The same for an interactive test; takes at most half a minute. Never throws. */
  sendOnTrial(letter: Letter): Promise<MailTrial>
  /** Tests the connection and credentials. @throws Error with the problem, without secrets */
  check(): Promise<void>
}
