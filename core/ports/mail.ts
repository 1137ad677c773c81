export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends letters. Only jobs use it: a request neither waits for a mail server nor tells by its duration what was sent. */
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
  /** Whether the mail server answers and knows the product. @throws Error saying what is wrong, without secrets */
  check(): Promise<void>
}
