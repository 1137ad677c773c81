import { expect, it } from 'vitest'
import { letterSite, linkIn, partsOf } from '#tests/support/mail/letter-site.ts'

it('puts on record what becomes of an account, without addresses and tokens (threats G5)', async () => {
  const here = await letterSite({ hasLegibleCaptchas: true })
  const { owner, admin, password } = here.world
  const desk = await here.browserOf(owner)
  await here.browserOf(owner)
  await desk.post('session/closeOthers')
  const { user_token: userToken } = await here.browser().logIn(owner.username, password)
  await here.browser().post('user/loginByUserToken', { token: userToken })
  await desk.post('user/updateEmail', { email: 'recorded@example.org', password })
  await here.deliver()
  const visitor = here.browser()
  const code = (await visitor.get('/api/common/verify')).body
  await visitor.post('user/resetPasswordEmail', { email: 'recorded@example.org', v_code: code })
  const link = partsOf(linkIn((await here.deliver()).letters[0]))
  await here.browser().post('user/resetPasswordByUrl', { ...link, new_password: 'a quieter owl at dawn' })

  const { data } = await (await here.browserOf(admin)).post('audit/getList', { count: 100 })

  const actions = data.list.map(({ action }: { action: string }) => action)
  for (const action of ['emailChanged', 'passwordResetRequested', 'passwordReset', 'sessionRevoked'])
    expect(actions).toContain(`account.${action}`)
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${link.token}|${userToken}|recorded@`))
  await here.close()
})
