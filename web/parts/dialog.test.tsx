// @vitest-environment jsdom
import { act, use, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
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

it('only its own Esc closes it, not that of a file chooser or a dialog within it', async () => {
  const close = vi.fn<() => void>()
  const closeInner = vi.fn<() => void>()
  const { place } = await mounted(
    <Dialog title="Add people" onClose={close}>
      <input type="file" />
      <Dialog title="Sure?" onClose={closeInner}>
        Really
      </Dialog>
    </Dialog>,
    {},
  )
  const cancel = (selector: string, bubbles: boolean) =>
    act(async () => place.querySelector(selector)?.dispatchEvent(new Event('cancel', { bubbles, cancelable: true })))

  await cancel('input[type=file]', true)
  await cancel('dialog dialog', false)
  expect([close.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 1])

  await cancel('dialog', false)
  expect(close).toHaveBeenCalledOnce()
})

it('the focus goes to the first field that takes it, such as the button of a file field', async () => {
  await mounted(
    <Dialog title="Add people" onClose={() => undefined}>
      <input disabled />
      <button className="mantine-FileInput-input">Choose a file</button>
      <textarea />
    </Dialog>,
    {},
  )

  expect(document.activeElement?.textContent).toBe('Choose a file')
})
