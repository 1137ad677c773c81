import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const sha256 = (given: string): string => createHash('sha256').update(given).digest('base64url')

/** A local site for logins that redirect back. */
export abstract class LoginSite {
  readonly #server = createServer((request, response) => void this.reply(request, response))
  host = ''

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Follows the steps of a browser there. @returns the address it is redirected back to, without the origin */
  async visit(address: string): Promise<string> {
    const reply = await fetch(address, { redirect: 'manual' })
    if (reply.status !== 302) throw new Error(`the login page says ${reply.status}: ${await reply.text()}`)
    const back = new URL(reply.headers.get('location') ?? '')
    return back.pathname + back.search
  }

  protected abstract reply(request: IncomingMessage, response: ServerResponse): Promise<void>
}
