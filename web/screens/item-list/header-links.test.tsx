// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { lookLike, siteLook } from '#web/session/site-look.ts'
import { HeaderLinks } from './header-links.tsx'

const plain = siteLook()
afterEach(() => lookLike(plain))

const shown = async () => {
  const { place } = await mounted(<HeaderLinks />, { 'account.me': () => null })
  await until(() => place.querySelector('a'))
  return [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))
}

it('[ILIST-23] leads to no feedback when nobody takes it', async () => {
  expect(await shown()).toEqual(['/team/index'])
})

it('[ILIST-23] leads to where the site takes feedback', async () => {
  lookLike({ ...plain, feedback: 'https://feedback.example.org/' })

  expect(await shown()).toEqual(['https://feedback.example.org/', '/team/index'])
})
