import { identitiesIn } from '../access/facts.ts'
import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { command, query } from '../operation.ts'
import { line, nothing } from '../schema.ts'
import { callerOf } from './caller.ts'
import { confirmPassword } from './guard.ts'
import { unlinkIdentity } from './linked-logins.ts'
import { LOGIN_SCREEN } from './login-screen.ts'
import { startedSignIn } from './sign-in-redirect-operations.ts'
import { offeredRedirects } from './sign-in-redirects.ts'
import { typedPassword } from './typed.ts'

const SETTINGS_SCREEN = '/user/setting'
const Wish = z.object({
  id: line(100),
  /** The login password; people without one type their username. */
  password: typedPassword(),
})

export const linkedLoginOperations = {
  linkedLogins: query({
    summary: 'At which other sites the caller can log in, and which of these lead to the account already.',
    audience: 'user',
    input: nothing(),
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        icon: z.string(),
        isLinked: z.boolean(),
        /** False for one that is linked but currently switched off. */
        isOffered: z.boolean(),
      }),
    ),
    async run(ctx) {
      const { store, services, session } = ctx
      const linked = await identitiesIn(store).methodsOf(requireLogin(ctx))
      const offered = await offeredRedirects({ store, services })
      const gone = linked.filter((id) => !offered.some((redirect) => redirect.id === id))
      return [
        ...offered.map(({ id, title, icon }) => ({
          ...{ id, title: title[session.language], icon },
          ...{ isLinked: linked.includes(id), isOffered: true },
        })),
        ...gone.map((id) => ({ id, title: id, icon: '', isLinked: true, isOffered: false })),
      ]
    },
  }),

  linkLogin: command({
    summary:
      'Gives the address of another site; whoever logs in there in this browser, within ten minutes, can log in to the ' +
      'account of the caller from then on.',
    audience: 'user',
    needsNoRoom: true,
    input: Wish,
    output: z.object({ url: z.string() }),
    example: { id: 'oauth2', password: 'a long sentence' },
    withoutTransaction: true,
    async run(ctx, { id, password }) {
      const { username } = await callerOf(ctx)
      const user = await confirmPassword(ctx, password, username)
      const callbackUrl = `${ctx.session.siteUrl}${LOGIN_SCREEN}/${id}/finish`
      return { url: await startedSignIn(ctx, { id, callbackUrl, returnTo: SETTINGS_SCREEN, linksTo: user.id }) }
    },
  }),

  unlinkLogin: command({
    summary:
      'Has another site lead to the account of the caller no more, unless nothing else does; all other sessions end.',
    audience: 'user',
    needsNoRoom: true,
    input: Wish,
    output: nothing(),
    example: { id: 'oauth2', password: 'a long sentence' },
    async run(ctx, { id, password }) {
      const { username } = await callerOf(ctx)
      const user = await confirmPassword(ctx, password, username)
      await unlinkIdentity(ctx, user.id, id)
      return {}
    },
  }),
}
