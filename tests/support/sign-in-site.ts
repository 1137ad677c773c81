import { createHash, randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { PLUGIN_API_VERSION, contribute, definePlugin, signInRedirects, type ExternalIdentity } from '#core/plugin.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Another site for logins, with the two OAuth 2 addresses needed here. */
export class FakeSignInSite {
  readonly #app: FastifyInstance = fastify()
  readonly #codes = new Map<string, { readonly challenge: string; readonly callbackUrl: string }>()
  /** The person at the browser there; null for somebody unknown to the site. */
  person: ExternalIdentity | null = null
  address = ''

  async open(): Promise<void> {
    this.#app.get<{ Querystring: Record<string, string> }>('/authorize', async (request, reply) => {
      const { redirect_uri: callbackUrl = '', state = '', code_challenge: challenge = '' } = request.query
      const code = randomUUID()
      this.#codes.set(code, { challenge, callbackUrl })
      return reply.redirect(`${callbackUrl}?${new URLSearchParams({ code, state }).toString()}`, 302)
    })
    this.#app.get<{ Querystring: Record<string, string> }>('/person', async (request, reply) => {
      const { code = '', code_verifier: verifier = '', redirect_uri: callbackUrl } = request.query
      const known = this.#codes.get(code)
      this.#codes.delete(code)
      if (known?.challenge !== sha256(verifier) || known.callbackUrl !== callbackUrl) return reply.code(400).send({})
      return reply.header('content-type', 'application/json').send(JSON.stringify(this.person))
    })
    this.address = await this.#app.listen({ port: 0, host: '127.0.0.1' })
  }
  close = (): Promise<void> => this.#app.close()

  /** Follows the steps of a browser there. @returns the address it is redirected back to, without the origin */
  async visit(url: string): Promise<string> {
    const { headers } = await fetch(url, { redirect: 'manual' })
    const back = new URL(headers.get('location') ?? '')
    return back.pathname + back.search
  }
}

/** Faults of the plugin's redirect. */
export interface Faults {
  start: Fault | null
  finish: Fault | null
}
export type Fault = 'throws' | 'hangs' | 'gives rubbish' | 'gives too much'

async function fault<T>(kind: Fault): Promise<T> {
  if (kind === 'throws') throw new Error('the other site is gone')
  if (kind === 'hangs') return new Promise(() => {})
  if (kind === 'gives too much') return `https://sso.example/${'a'.repeat(1_000_000)}` as T
  return 'javascript:alert(1)' as T
}

/** Logs people in at the other site. */
export const signInPlugin = (site: FakeSignInSite, faults: Faults) =>
  definePlugin({
    id: 'elsewhere',
    apiVersion: PLUGIN_API_VERSION,
    summary: 'Logs people in at another site of a test.',
    contributes: [
      contribute(signInRedirects, {
        id: 'elsewhere',
        title: { en: 'the company account', 'zh-cn': '公司账号' },
        // Only hanging calls reach this limit.
        get limitMs() {
          return Object.values(faults).includes('hangs') ? 50 : 10_000
        },
        async start(_, { callbackUrl, state, codeVerifier }) {
          if (faults.start) return fault<string>(faults.start)
          const query = { redirect_uri: callbackUrl, state, code_challenge: sha256(codeVerifier) }
          return `${site.address}/authorize?${new URLSearchParams(query).toString()}`
        },
        async finish(_, { query, callbackUrl, codeVerifier }, signal) {
          if (faults.finish) return fault<ExternalIdentity>(faults.finish)
          const given = { code: query['code'] ?? '', redirect_uri: callbackUrl, code_verifier: codeVerifier }
          const reply = await fetch(`${site.address}/person?${new URLSearchParams(given).toString()}`, { signal })
          return reply.ok ? ((await reply.json()) as ExternalIdentity | null) : null
        },
      }),
    ],
  })
