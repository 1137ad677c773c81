/** What the address of a letter says, as the calls want it. */
export interface MailLink {
  readonly userId: number
  readonly email: string
  readonly token: string
}

/** Null when the address was not copied whole. */
export function mailLinkOf(query: URLSearchParams): MailLink | null {
  const [userId, email, token] = [Number(query.get('uid')), query.get('email'), query.get('token')]
  return Number.isInteger(userId) && userId > 0 && email && token ? { userId, email, token } : null
}
