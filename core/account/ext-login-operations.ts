import { sessionIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { command } from '../operation.ts'
import { redirect, text } from '../schema.ts'
import { LOGIN_SCREEN, loginScreen } from './login-screen.ts'
import { signInRedirectOperations } from './sign-in-redirect-operations.ts'
import { offeredRedirects, openedSignIn } from './sign-in-redirects.ts'

const { startSignIn, finishSignIn } = signInRedirectOperations.account
/** Limit for parameters that the other site adds to an address. */
const given = () => text(4_000).optional()

export const extLoginOperations = {
  oauth2: command({
    summary:
      'Sends a browser to the first site at which people can log in instead; what that site sends back here logs in.',
    audience: 'anyone',
    needsNoRoom: true,
    withoutTransaction: true,
    restOnly: true,
    input: z.object({
      /** A path of this site to continue to. */
      redirect: text(1_000).default(''),
      /** Parameters of the other site's callback (RFC 6749, 4.1.2; RFC 9207). */
      code: given(),
      state: given(),
      error: given(),
      iss: given(),
    }),
    output: redirect(),
    rest: { path: 'ExtLogin/oauth2', byAddress: true },
    async run(ctx, { redirect: returnTo, ...answer }) {
      const [first] = await offeredRedirects({ store: ctx.store, services: ctx.services })
      if (!first) throw new DomainError('notFound')
      const callbackUrl = `${ctx.session.siteUrl}${LOGIN_SCREEN}/${first.id}/finish`
      const query = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined))
      const isBack = query['state'] !== undefined
      const path = isBack ? (openedSignIn(ctx.services, sessionIn(ctx).sealedSignIn)?.returnTo ?? '') : returnTo
      // A page of another site could have sent a logged-in person here to log them in as somebody else (threats T4).
      if (!isBack && ctx.actor.kind === 'user') return { redirectTo: loginScreen({ redirect: path }) }
      try {
        if (!isBack) return await startedAt(ctx, { id: first.id, callbackUrl, returnTo })
        await ctx.perform({ ...finishSignIn, name: 'account.finishSignIn' }, { id: first.id, callbackUrl, query })
        return { redirectTo: loginScreen({ redirect: path }) }
      } catch (error) {
        if (!isRefusal(error)) throw error
        return { redirectTo: loginScreen({ redirect: path, problem: error.kind }) }
      }
    },
  }),
}

async function startedAt(
  ctx: CommandContext,
  wish: { readonly id: string; readonly callbackUrl: string; readonly returnTo: string },
) {
  const { url } = (await ctx.perform({ ...startSignIn, name: 'account.startSignIn' }, wish)) as z.output<
    typeof startSignIn.output
  >
  return { redirectTo: url }
}
