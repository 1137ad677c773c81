// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

it('an answer that comes late closes its own dialog, and not the one opened since', async () => {
  const answers: (() => void)[] = []
  function Screen() {
    const { about, open, close } = useOpenDialog<string>()
    return (
      <>
        <button onClick={() => open('first')}>Open</button>
        <button onClick={() => answers.push(close)}>Send</button>
        <button onClick={close}>Close</button>
        <output>{about}</output>
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const [open, send, close] = place.querySelectorAll('button')
  const press = (button: HTMLButtonElement | undefined) => act(async () => button?.click())
  const shown = () => place.querySelector('output')?.textContent
  await press(open)
  await press(send)
  await press(close)
  expect(shown()).toBe('')
  // About the same thing, and still another dialog.
  await press(open)

  await act(async () => answers[0]?.())
  expect(shown()).toBe('first')

  await press(send)
  await act(async () => answers[1]?.())
  expect(shown()).toBe('')
})
