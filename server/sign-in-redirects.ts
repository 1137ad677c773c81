import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_SCREEN, loginScreen } from '#core/account/login-screen.ts'
import { signInRedirectOperations } from '#core/account/sign-in-redirect-operations.ts'
import { openedSignIn } from '#core/account/sign-in-redirects.ts'
import { isRefusal } from '#core/errors.ts'
import { perform } from '#core/perform.ts'
import type { Application } from './application.ts'
import { assertOwnLink, publicOriginOf, siteUrlOf } from './origin.ts'
import type { Callers } from './session.ts'

const { startSignIn, finishSignIn } = signInRedirectOperations.account

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>

/**
 * The addresses for leaving to log in at another site, and for returning. They always lead to the login screen, which
 * continues to the original target, or shows the error.
 */
export function serveSignInRedirects(app: FastifyInstance, application: Application, callers: Callers): void {
  const { product, config } = application
  const { log } = product.services
  const publicOrigin = publicOriginOf(config)
  const callbackUrlOf = (request: Request): string =>
    `${siteUrlOf(request, config)}${LOGIN_SCREEN}/${request.params.id}/finish`
  const failed = (request: Request, reply: FastifyReply, error: unknown, returnTo: string): FastifyReply => {
    if (!isRefusal(error)) log.error('a login at another site failed', error, { requestId: request.id })
    const kind = isRefusal(error) ? error.kind : 'internal'
    // A logged-in person following a link from another website is just sent on.
    const problem = kind === 'foreignOrigin' ? '' : kind
    return reply.redirect(loginScreen({ redirect: returnTo, problem }), 302)
  }

  // A HEAD request by a link checker must not use up the one-time state.
  const route = { exposeHeadRoute: false } as const
  app.get(`${LOGIN_SCREEN}/:id(^[a-z0-9-]{1,40}$)/start`, route, async (request: Request, reply) => {
    const returnTo = textOf(request.query['redirect'])
    try {
      // Otherwise another website could change who is logged in here (threats T4).
      if (callers.hasLoginCookie(request)) assertOwnLink(request, publicOrigin)
      const caller = await callers.of(request, reply)
      const input = { id: request.params.id, callbackUrl: callbackUrlOf(request), returnTo }
      const { url } = await perform(product, startSignIn, caller, input)
      return reply.redirect(url, 302)
    } catch (error) {
      return failed(request, reply, error, returnTo)
    }
  })

  app.get(`${LOGIN_SCREEN}/:id(^[a-z0-9-]{1,40}$)/finish`, route, async (request: Request, reply) => {
    const caller = await callers.of(request, reply)
    const returnTo = openedSignIn(product.services, caller.session.sealedSignIn)?.returnTo ?? ''
    const query = Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, textOf(value)]))
    try {
      await perform(product, finishSignIn, caller, {
        id: request.params.id,
        callbackUrl: callbackUrlOf(request),
        query,
      })
      return reply.redirect(loginScreen({ redirect: returnTo }), 302)
    } catch (error) {
      return failed(request, reply, error, returnTo)
    }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
