// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import type { Commenters } from '../commenters.ts'
import { CommentersTab } from './commenters-tab.tsx'

it('in an archived item comments can be closed to people, and are opened to none', async () => {
  stubMatchMedia()
  let commenters: Commenters = 'members'
  const tab = (
    <Themed>
      <CommentersTab itemId={1} isArchived />
    </Themed>
  )
  const { place } = await mounted(tab, {
    'comment.allowance': () => ({ commenters }),
    'comment.allow': () => ((commenters = 'editors'), {}),
  })
  const choice = (value: Commenters) => place.querySelector<HTMLInputElement>(`input[value=${value}]`)
  const offered = () =>
    ['editors', 'members', 'accounts'].filter(
      (value) => choice(value as Commenters)?.getAttribute('aria-disabled') === 'false',
    )
  await until(() => choice('editors'))
  expect(offered()).toEqual(['editors', 'members'])

  await act(async () => choice('editors')?.click())
  await until(() => choice('editors')?.checked === true && offered().length === 1)

  expect(offered()).toEqual(['editors'])
})
