// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { useTextAfterOffer } from './use-text-after-offer.ts'

function Workspace() {
  const [isOffered, setOffered] = useState(true)
  const [focused, setFocused] = useState(0)
  useTextAfterOffer(isOffered, () => setFocused((before) => before + 1))
  return (
    <>
      <output>{focused}</output>
      <button type="button" onClick={() => setOffered((before) => !before)}>
        Decide
      </button>
    </>
  )
}

it('the text is focused once an offered draft was decided on, unless something else has the focus by then', async () => {
  const { place } = await mounted(<Workspace />, {})
  const focused = () => place.querySelector('output')?.textContent
  const button = place.querySelector('button')
  const change = () => act(async () => button?.click())

  expect(focused()).toBe('0')
  await change()
  expect(focused()).toBe('1')
  await change()
  expect(focused()).toBe('1')
  button?.focus()
  await change()
  expect(focused()).toBe('1')
})
