import { ADMIN } from '#tests/e2e/support/running-server.ts'

/** Somebody over REST, the administrator unless told otherwise. Every call throws a TypeError when the connection breaks, and an Error for a refusal. */
export interface Caller {
  readonly token: string
  call<T>(address: string, fields: Readonly<Record<string, unknown>>): Promise<T>
  /** Attaches a file to the page. @returns its address */
  upload(file: File, pageId: number): Promise<string>
  /** The file at an address; null when there is none. */
  fetched(address: string): Promise<Buffer | null>
}

interface Person {
  readonly username: string
  readonly password: string
}

interface Envelope<T> {
  readonly error_code: number
  readonly data: T
}

/** @param url of the server as it is now: each start has another one */
export async function callerOf(url: () => string, person: Person = ADMIN): Promise<Caller> {
  let authorization: Record<string, string> = {}
  const post = async <T>(address: string, body: string | FormData, type: Record<string, string> = {}): Promise<T> => {
    const headers = { ...authorization, ...type }
    const reply = await fetch(`${url()}/api/${address}`, { method: 'POST', headers, body })
    const { error_code: code, data } = (await reply.json()) as Envelope<T>
    if (code !== 0) throw new Error(`${address} was refused with ${code}`)
    return data
  }
  const call = <T>(address: string, fields: Readonly<Record<string, unknown>>): Promise<T> =>
    post<T>(address, JSON.stringify(fields), { 'content-type': 'application/json' })
  const { user_token: token } = await call<{ user_token: string }>('user/login', { ...person })
  authorization = { authorization: `Bearer ${token}` }
  return {
    token,
    call,
    async upload(file, pageId) {
      const form = new FormData()
      form.set('page_id', String(pageId))
      form.set('file', file)
      return (await post<{ url: string }>('page/upload', form)).url
    },
    async fetched(address) {
      // The server comes up at another port after a kill.
      const { pathname, search } = new URL(address)
      const reply = await fetch(url() + pathname + search, { headers: authorization })
      const content = Buffer.from(await reply.arrayBuffer())
      return reply.ok ? content : null
    },
  }
}
