import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DomainError, definePlugin } from '#core/plugin.ts'
import { site, type Site } from './harness.ts'

const echo = definePlugin({
  id: 'echo',
  apiVersion: 1,
  summary: 'Tells who asked for what.',
  routes: [
    {
      prefix: '/echo/',
      async answer(request, { actor }) {
        if (request.url.endsWith('/closed')) throw new DomainError('notAllowed')
        const body = { method: request.method, text: await request.text(), who: actor.kind }
        return Response.json(body, { status: 201, headers: { 'x-echo': 'yes' } })
      },
    },
  ],
})

let here: Site
beforeAll(async () => {
  here = await site({ plugins: [echo] })
})
afterAll(() => here.close())

const post = (headers: Readonly<Record<string, string>>) =>
  here.app.inject({
    method: 'POST',
    url: '/echo/x?y=1',
    payload: 'hello',
    headers: { 'content-type': 'text/x', ...headers },
  })
const cookie = async () => `token=${(await here.browserOf(here.world.owner)).cookies.get('token') ?? ''}`

describe('an address that a plugin answers', () => {
  it('knows the method, the body and the caller, and decides about status and headers', async () => {
    const reply = await post({ cookie: await cookie(), 'sec-fetch-site': 'same-origin' })

    expect(reply.statusCode).toBe(201)
    expect(reply.headers['x-echo']).toBe('yes')
    expect(reply.json()).toEqual({ method: 'POST', text: 'hello', who: 'user' })
  })

  it('refuses in the envelope', async () => {
    expect((await here.browser().get('/echo/closed')).json()).toMatchObject({ error_code: 10103, data: {} })
  })

  it('is open to pages of other websites for visitors, and not in the name of somebody logged in (threats T4)', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }

    expect((await post(foreign)).json()).toMatchObject({ who: 'visitor' })
    const inTheName = await post({ ...foreign, cookie: await cookie() })
    expect(inTheName.statusCode).toBe(403)
    expect(inTheName.json()).toMatchObject({ error_code: 10430 })
  })
})
