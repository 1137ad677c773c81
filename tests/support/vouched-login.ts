import { z } from 'zod'
import type { ExternalIdentity } from '#core/account/external-identity.ts'
import { logInVouched } from '#core/account/vouched-login.ts'
import { command, named } from '#core/operation.ts'
import { nothing } from '#core/schema.ts'

/** A login by a plugin that has verified the person itself. @param facts about everybody, besides the id */
export const vouchedLogin = (facts: Partial<ExternalIdentity> = {}) =>
  named({
    vouched: {
      logIn: command({
        summary: 'Logs somebody in.',
        audience: 'anyone',
        withoutTransaction: true,
        input: z.object({ externalId: z.string() }),
        output: nothing(),
        async run(ctx, { externalId }) {
          await logInVouched(ctx, 'elsewhere', { externalId, username: externalId, name: '', ...facts })
          return {}
        },
      }),
    },
  })
