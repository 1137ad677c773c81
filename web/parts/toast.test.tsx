// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Toasts } from './toast.tsx'
import { showToast } from './toast-store.ts'

it('the focus returns to where it was before a button of a message took it, and nothing scrolls', async () => {
  const { place } = await mounted(
    <>
      <ul tabIndex={-1} />
      <Toasts />
    </>,
    {},
  )
  const list = place.querySelector('ul')
  await act(async () => showToast('Deleted', 'ok', { label: 'Undo', run: () => undefined }))
  const [undo, close] = place.querySelectorAll('button')

  list?.focus()
  close?.focus()
  undo?.focus()
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  onTestFinished(() => focus.mockRestore())
  await act(async () => undo?.click())

  expect(place.querySelector('.toast')).toBe(null)
  expect(document.activeElement).toBe(list)
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
})
