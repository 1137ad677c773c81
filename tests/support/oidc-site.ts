import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '#tests/e2e/support/running-server.ts'

export interface OidcPerson {
  readonly sub: string
  readonly preferred_username: string
  readonly name: string
  readonly email?: string
}

/** A certified OpenID Connect provider that logs a person in without asking. */
export class OidcSite {
  readonly issuer: string
  readonly client = { id: 'octavo', secret: 'of the client' } as const
  readonly #server: Server
  /** The requested paths. */
  readonly asked: string[] = []
  /** The person at the browser there; null for somebody who cancels the login. */
  person: OidcPerson | null = null

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer
    this.#server = server
  }

  /** @param callbacks the addresses it may redirect to */
  static async with(callbacks: readonly string[]): Promise<OidcSite> {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const server = createServer()
    const site = new OidcSite(issuer, server)
    const people = new Map<string, OidcPerson>()
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: site.client.id,
          client_secret: site.client.secret,
          redirect_uris: [...callbacks],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      pkce: { required: () => true },
      cookies: { keys: ['of a test'] },
      features: { devInteractions: { enabled: false } },
      claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      async findAccount(_, sub) {
        const person = people.get(sub)
        return person && { accountId: sub, claims: async () => ({ email_verified: false, ...person }) }
      },
      async loadExistingGrant({ oidc }) {
        const { client, session, provider: own } = oidc
        const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    const answer = provider.callback()
    server.on('request', (request, response) => {
      const { person } = site
      if (person) people.set(person.sub, person)
      const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' }
      site.asked.push(request.url ?? '')
      const isAsked = request.url?.startsWith('/interaction/') ?? false
      void (isAsked ? provider.interactionFinished(request, response, result) : answer(request, response))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return site
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Follows the steps of a new browser there. @returns the address it is redirected back to, without the origin */
  async visit(address: string): Promise<string> {
    const cookies = new Map<string, string>()
    let next = new URL(address)
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const [name = '', ...value] = pair.split('=')
        cookies.set(name, value.join('='))
      }
      const location = reply.headers.get('location')
      if (location === null) throw new Error(`the provider answers ${reply.status}: ${await reply.text()}`)
      next = new URL(location, next)
    }
    return next.pathname + next.search
  }
}
