import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { loginLinkToken } from '#core/account/login-link.ts'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { HALF_MINUTE, OWN, secondFactorDeeds } from '#tests/support/second-factor-deeds.ts'
import { world, type World } from '#tests/support/world.ts'

const { account, adminUser, secondFactor } = coreOperations

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('a second factor', () => {
    let database: OpenDatabase
    let here: World
    beforeAll(async () => {
      database = await open()
      here = await world({ database })
    })
    afterAll(() => database.close())

    let person: Person
    let number = 0
    beforeEach(async () => {
      person = await here.addUser(`person-${(number += 1)}-`)
      // Each test has half minutes of its own.
      here.clock.advance(10 * HALF_MINUTE)
    })
    const { browser, logIn, sessionsOf, linkFor, setUp } = secondFactorDeeds(() => ({ database, here, person }))

    it(
      'opens no session without a code, whatever is done before (a law over random deeds)',
      { timeout: 120_000 },
      async () => {
        const deed = fc.constantFrom(
          'set',
          'login',
          'code',
          'old',
          'recovery',
          'link',
          'token',
          'own',
          'renew',
          'end',
          'operator',
        )
        await fc.assert(
          fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (deeds) => {
            const one = await here.addUser(`one-${(number += 1)}-`)
            const { app, recoveryCodes, loginToken } = await setUp(one)
            let password = here.password
            let token = loginToken
            let codes = recoveryCodes
            let proofs = 1
            let isOn = true
            const used: string[] = []
            const fresh = () => {
              here.clock.advance(HALF_MINUTE)
              const code = app.code()
              used.push(code)
              return code
            }
            const seen = async (way: Promise<{ readonly loginToken: string }>) => ({ loginToken: token } = await way)
            const deedsOf: Readonly<Record<string, () => Promise<unknown>>> = {
              set: () =>
                here.admin.do(adminUser.save, { userId: one.id, password: (password = `${OWN} ${(proofs += 1)}`) }),
              login: () => logIn('', one, password),
              code: () => seen(logIn(fresh(), one, password)),
              old: () => logIn(used.at(-1) ?? '', one, password),
              recovery: () => seen(logIn(codes[0], one, password)),
              link: async () => browser().do(account.resetPassword, await linkFor(one, `${OWN} ${proofs}`)),
              token: () => seen(browser().do(account.exchangeToken, { token })),
              own: async () => {
                one.session.tokenDigest = here.services.keys.digest(token)
                const newPassword = `${OWN} own ${(proofs += 1)}`
                await seen(one.do(account.changePassword, { password, newPassword }))
                password = newPassword
              },
              renew: async () =>
                ({ recoveryCodes: codes } = await one.do(secondFactor.renewRecoveryCodes, { password, code: fresh() })),
              end: async () => {
                await one.do(secondFactor.switchOff, { password, code: fresh() })
                isOn = false
              },
              operator: () => browser().do(account.loginByLink, { token: loginLinkToken(here.services, one.username) }),
            }
            for (const name of deeds) {
              const before = (await sessionsOf(one.id)).length
              const outcome = await outcomeOf(deedsOf[name]?.() ?? Promise.resolve())
              if (!isOn) return
              const mayOpen = name === 'code' || name === 'recovery'
              if (!mayOpen) expect((await sessionsOf(one.id)).length, name).toBeLessThanOrEqual(before)
              if (['login', 'old', 'link', 'operator'].includes(name)) expect(outcome, name).not.toBe('nothing')
            }
          }),
          { numRuns: 8 },
        )
      },
    )

    // The embedded database has one session, in which nothing happens at the same time.
    it.skipIf(engine !== 'PostgreSQL')(
      'lets one in of many who use the same code at once, be it of the app or a recovery code',
      { timeout: 120_000 },
      async () => {
        for (let round = 0; round < 6; round += 1) {
          const one = await here.addUser(`same-${round}-`)
          const { app, recoveryCodes } = await setUp(one)
          for (const code of [app.code(), recoveryCodes[0] ?? '']) {
            await database.logins.closeAll(one.id, null)
            const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(logIn(code, one))))

            expect(outcomes.toSorted(), code).toEqual(['nothing', ...Array<string>(3).fill('wrongSecondFactor')])
            expect(await sessionsOf(one.id)).toHaveLength(1)
          }
        }
      },
    )

    it.skipIf(engine !== 'PostgreSQL')(
      'leaves no session that began without a code while it was switched on',
      { timeout: 120_000 },
      async () => {
        for (let round = 0; round < 8; round += 1) {
          const one = await here.addUser(`race-${round}-`)
          const { loginToken } = await logIn('', one)
          one.session.tokenDigest = here.services.keys.digest(loginToken)
          const other = await logIn('', one)
          const window = new Person(here.product, one.account)
          window.session.tokenDigest = here.services.keys.digest(other.loginToken)
          const { secret } = await one.do(secondFactor.begin, { password: here.password })
          const code = authenticator(secret, here.clock).code()

          const outcomes = await Promise.all(
            [
              one.do(secondFactor.switchOn, { code }),
              logIn('', one),
              browser().do(account.exchangeToken, { token: other.loginToken }),
              window.do(account.changePassword, { password: here.password, newPassword: `${OWN} ${round}` }),
            ].map(outcomeOf),
          )

          const user = await database.users.byId(one.id)
          const digests = (await sessionsOf(one.id)).map(({ tokenDigest }) => tokenDigest)
          const own = here.services.keys.digest(loginToken)
          if (user?.hasSecondFactor)
            expect(
              digests.filter((digest) => digest !== own),
              `round ${round}: ${outcomes.join(', ')}`,
            ).toEqual([])
          else expect(outcomes[0], outcomes.join()).not.toBe('nothing')
        }
      },
    )
  })
})
