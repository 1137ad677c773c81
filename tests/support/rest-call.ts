import { ADMIN } from '#tests/e2e/support/running-server.ts'

export interface RestReply {
  /** 0 for success. */
  readonly error_code: number
  readonly error_message?: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Calls a running server like a program. @param name of the call, e.g. `page/save` */
export async function call(
  url: string,
  name: string,
  fields: Readonly<Record<string, string>> | FormData,
): Promise<RestReply> {
  const body = fields instanceof FormData ? fields : new URLSearchParams({ ...fields })
  const reply = await fetch(`${url}/api/${name}`, { method: 'POST', body })
  return (await reply.json()) as RestReply
}

/** For calls as the administrator of the site. */
export const tokenOn = async (url: string): Promise<string> =>
  String((await call(url, 'user/login', ADMIN)).data['user_token'])
