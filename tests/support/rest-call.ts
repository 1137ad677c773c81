import { ADMIN } from '#tests/e2e/support/running-server.ts'

export interface RestReply {
  /** 0 for what was done. */
  readonly error_code: number
  readonly error_message?: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Calls a running server as a program does. @param name of the call, as `page/save` */
export async function call(
  url: string,
  name: string,
  fields: Readonly<Record<string, string>> | FormData,
): Promise<RestReply> {
  const body = fields instanceof FormData ? fields : new URLSearchParams({ ...fields })
  const reply = await fetch(`${url}/api/${name}`, { method: 'POST', body })
  return (await reply.json()) as RestReply
}

/** For calls in the name of the site's administrator. */
export const tokenOn = async (url: string): Promise<string> =>
  String((await call(url, 'user/login', ADMIN)).data['user_token'])
