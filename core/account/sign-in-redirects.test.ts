import { expect, it } from 'vitest'
import { contribute, signInRedirects, type OfferedSignIn } from '../plugin.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { offeredRedirects } from './sign-in-redirects.ts'

it('a redirect that says no more than that it is on is shown by its title', async () => {
  const title = { en: 'the company account', 'zh-cn': '公司账号' }
  let offer: OfferedSignIn | null = {}
  const redirect = contribute(signInRedirects, {
    id: 'elsewhere',
    title,
    offered: async () => offer,
    start: async () => 'https://elsewhere.example/',
    finish: async () => null,
  })
  const plugin = { id: 'elsewhere', apiVersion: 2, summary: 'Logs in.', contributes: [redirect] }
  const { services, product } = await plugWorld(plugin)
  const here = { services, store: product.database }

  expect(await offeredRedirects(here)).toEqual([{ id: 'elsewhere', title, buttonText: '', afterLogout: '', icon: '' }])
  offer = null
  expect(await offeredRedirects(here)).toEqual([])
})
