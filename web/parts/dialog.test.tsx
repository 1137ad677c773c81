// @vitest-environment jsdom
import { act, use, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  // What jsdom does not have.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})

it('the screen stays while a dialog waits for its texts, and the focus goes to the first field and back', async () => {
  const texts = Promise.withResolvers<string>()
  const Field = () => <input aria-label={use(texts.promise)} />
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <Dialog title="Add people" onClose={() => setOpen(false)}>
            <Field />
          </Dialog>
        )}
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const opener = place.querySelector('button')
  opener?.focus()

  await act(async () => opener?.click())
  expect(opener?.style.display).not.toBe('none')
  expect(document.querySelector('dialog [role=status]')).not.toBeNull()

  await act(async () => texts.resolve('Name'))
  await until(() => document.activeElement?.getAttribute('aria-label') === 'Name')

  await act(async () => place.querySelector<HTMLButtonElement>('.dialog-head button')?.click())
  expect(document.activeElement).toBe(opener)
})
