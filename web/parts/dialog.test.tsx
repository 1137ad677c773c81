// @vitest-environment jsdom
import { act, use, useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { listenForSteps } from '../session/history-steps.ts'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  stubDialogs()
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

it('the focus goes to a field that comes with an answer, unless somebody has moved it meanwhile', async () => {
  function Asked() {
    const [isThere, setThere] = useState(false)
    return (
      <>
        <button onClick={() => setThere(true)}>Answer</button>
        <Dialog title="Sort" actions={<button>Cancel</button>} onClose={() => undefined}>
          {isThere && <input aria-label="Place" />}
        </Dialog>
      </>
    )
  }
  for (const isMoved of [false, true]) {
    const { place } = await mounted(<Asked />, {})
    const [answer, close, cancel] = place.querySelectorAll('button')
    // The browser's own choice, which jsdom does not make.
    close?.focus()
    if (isMoved) cancel?.focus()

    await act(async () => answer?.click())

    expect(document.activeElement).toBe(isMoved ? cancel : place.querySelector('input'))
  }
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

describe('a dialog in which something was typed', () => {
  async function opened(field: ReactNode) {
    const close = vi.fn<() => void>()
    const { place } = await mounted(
      <Dialog title="Add people" onClose={close} actions={<button onClick={close}>Cancel</button>}>
        <form>{field}</form>
      </Dialog>,
      {},
    )
    const button = (name: string) =>
      [...place.querySelectorAll('button')].find(
        (one) => one.textContent === name || one.getAttribute('aria-label') === name,
      )
    return {
      close,
      isAsked: () => place.textContent?.includes('Discard what you typed?') ?? false,
      type: (text: string) => {
        const input = place.querySelector('input')
        if (input) input.value = text
      },
      esc: () =>
        act(async () => place.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))),
      press: (name: string) => act(async () => button(name)?.click()),
    }
  }

  it('asks before Esc and the close button lose it, and keeps it if told so', async () => {
    const dialog = await opened(<input />)
    dialog.type('ann')

    await dialog.esc()
    expect([dialog.isAsked(), dialog.close.mock.calls.length]).toEqual([true, 0])
    await dialog.press('Keep editing')
    expect(dialog.isAsked()).toBe(false)

    await dialog.press('Close')
    await dialog.press('Discard')
    expect(dialog.close).toHaveBeenCalledOnce()
  })

  it('asks before Back of the browser leaves its screen', async () => {
    listenForSteps()
    history.pushState(null, '', '/before')
    history.pushState(null, '', '/screen')
    const dialog = await opened(<input />)
    dialog.type('ann')

    await act(async () => history.back())
    await until(dialog.isAsked)

    expect([location.pathname, dialog.close.mock.calls.length]).toEqual(['/screen', 0])
  })

  it('asks before Back leaves the address that its screen has changed since, and stays at it', async () => {
    listenForSteps()
    for (const path of ['/before', '/screen']) history.pushState(null, '', path)
    const dialog = await opened(<input />)
    await act(async () => history.pushState(null, '', '/screen?page=2#end'))
    dialog.type('ann')

    await act(async () => history.back())
    await until(dialog.isAsked)

    expect(location.href).toBe(`${location.origin}/screen?page=2#end`)
  })

  it('asks nothing about a link to a place on its screen', async () => {
    listenForSteps()
    history.pushState(null, '', '/screen')
    const dialog = await opened(<input />)
    dialog.type('ann')
    const steps = vi.fn<() => void>()
    window.addEventListener('popstate', steps, { once: true })

    for (const place of ['#first', '#second']) await act(async () => (location.hash = place))
    await act(async () => history.back())
    await until(() => location.hash === '#first')

    expect([steps.mock.calls.length, dialog.isAsked()]).toEqual([1, false])
  })

  it('lets the browser ask before a reload loses it, until it is sent', async () => {
    const dialog = await opened(<input />)
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

    expect(isAsked()).toBe(false)
    dialog.type('ann')
    expect(isAsked()).toBe(true)
    document.querySelector('input')?.toggleAttribute('data-held', true)
    expect(isAsked()).toBe(false)
  })

  it('asks again when the browser closes it by itself, at a second Esc in a row', async () => {
    const dialog = await opened(<input />)
    dialog.type('ann')

    await act(async () => document.querySelector('dialog')?.dispatchEvent(new Event('close')))

    expect([dialog.isAsked(), dialog.close.mock.calls.length]).toEqual([true, 0])
  })

  it('does not ask about what was saved since, and stays open', async () => {
    const close = vi.fn<() => void>()
    function Saving() {
      const [saved, setSaved] = useState(0)
      return (
        <Dialog title="Answer" saved={saved} onClose={close}>
          <textarea />
          <button onClick={() => setSaved(saved + 1)}>Save</button>
        </Dialog>
      )
    }
    const { place } = await mounted(<Saving />, {})
    const text = place.querySelector('textarea')
    if (text) text.value = '{}'

    await act(async () => [...place.querySelectorAll('button')].find((one) => one.textContent === 'Save')?.click())
    await act(async () => place.querySelector<HTMLButtonElement>('.dialog-head button')?.click())

    expect(close).toHaveBeenCalledOnce()
  })

  it('asks about what was typed while it was being saved, and not about what was saved', async () => {
    const close = vi.fn<() => void>()
    function Saving() {
      const [{ saved, isSaving }, setState] = useState({ saved: 0, isSaving: false })
      return (
        <Dialog
          title="Answer"
          {...{ saved, isSaving }}
          onClose={close}
          actions={(leave) => <button onClick={leave}>Done</button>}
        >
          <textarea />
          <button onClick={() => setState({ saved, isSaving: true })}>Save</button>
          <button onClick={() => setState({ saved: saved + 1, isSaving })}>Read</button>
          <button onClick={() => setState({ saved, isSaving: false })}>Saved</button>
        </Dialog>
      )
    }
    const { place } = await mounted(<Saving />, {})
    const press = (name: string) =>
      act(async () => [...place.querySelectorAll('button')].find((one) => one.textContent === name)?.click())
    const type = (text: string) => {
      const area = place.querySelector('textarea')
      if (area) area.value = text
    }
    type('sent')
    await press('Save')
    type('sent, and typed since')
    for (const step of ['Read', 'Saved']) await press(step)

    await press('Done')
    expect(close).not.toHaveBeenCalled()
    await press('Keep editing')

    for (const step of ['Save', 'Read', 'Saved', 'Done']) await press(step)
    expect(close).toHaveBeenCalledOnce()

    type('never sent')
    for (const step of ['Read', 'Done']) await press(step)
    expect(close).toHaveBeenCalledOnce()
  })

  it('is closed at once by Cancel, and when nothing or only a filter was typed', async () => {
    const typed = await opened(<input />)
    typed.type('ann')
    await typed.press('Cancel')
    expect([typed.isAsked(), typed.close.mock.calls.length]).toEqual([false, 1])

    const untouched = await opened(<input defaultValue="ann" />)
    await untouched.esc()
    expect([untouched.isAsked(), untouched.close.mock.calls.length]).toEqual([false, 1])

    for (const filter of [<input key="1" type="search" />, <input key="2" aria-haspopup="listbox" />]) {
      const filtered = await opened(filter)
      filtered.type('ann')
      await filtered.esc()
      expect([filtered.isAsked(), filtered.close.mock.calls.length]).toEqual([false, 1])
    }
  })
})
