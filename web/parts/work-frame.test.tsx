// @vitest-environment jsdom
import { act, use, useState } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { WorkMain } from './work-frame.tsx'

it('the header and the heading stay in place while something that came late waits for its texts', async () => {
  stubMatchMedia()
  const texts = Promise.withResolvers<string>()
  const Late = () => <p>{use(texts.promise)}</p>
  function Screen() {
    const [isThere, setThere] = useState(false)
    return (
      <>
        <button onClick={() => setThere(true)}>Search</button>
        <WorkMain title="Account">{isThere && <Late />}</WorkMain>
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const button = place.querySelector('button')

  await act(async () => button?.click())
  expect([button?.style.display, place.querySelector('h1')?.style.display]).toEqual(['', ''])
  expect(place.querySelector('[role=status]')).not.toBeNull()
  await act(async () => texts.resolve('late'))

  expect(place.querySelector('p')?.textContent).toBe('late')
})
