/** The parameters of a letter's link, as the operations need them. */
export interface MailLink {
  readonly userId: number
  readonly email: string
  readonly token: string
}

/** Null when the address is incomplete. */
export function mailLinkOf(query: URLSearchParams): MailLink | null {
  const [userId, email, token] = [Number(query.get('uid')), query.get('email'), query.get('token')]
  return Number.isInteger(userId) && userId > 0 && email && token ? { userId, email, token } : null
}
