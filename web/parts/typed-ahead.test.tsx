// @vitest-environment jsdom
import { act, use, useState, type ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubDialogs, stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Dialog } from './dialog.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { awaited, lazyPart, Part } from './part.tsx'
import { TypedAhead } from './typed-ahead.tsx'

beforeEach(() => {
  awaited.Keys = TypedAhead
  stubDialogs()
  stubMatchMedia()
})

/** Types these letters where the focus is, as a browser would. */
function type(letters: string): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) throw new Error('the keys go to the screen')
  field.setRangeText(letters, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** A screen with a button for a dialog, which comes when it is loaded and then once its texts are there. */
async function asked(begun = '', kind = 'text') {
  const texts = Promise.withResolvers<string>()
  const code = Promise.withResolvers<ComponentType<object>>()
  const close = vi.fn<() => void>()
  function Field() {
    const [name, setName] = useState(begun)
    const label = use(texts.promise)
    return <input type={kind} aria-label={label} value={name} onChange={({ target }) => setName(target.value)} />
  }
  const Loaded = lazyPart(() => code.promise)
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <Part onClose={close}>
            <Loaded />
          </Part>
        )}
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const opener = place.querySelector('button')
  opener?.focus()
  await act(async () => opener?.click())
  return {
    opener,
    close,
    field: () => place.querySelector<HTMLInputElement>('[aria-label=Name]'),
    comes: () =>
      act(async () =>
        code.resolve(() => (
          <Dialog title="Add a catalog" onClose={close}>
            <Field />
          </Dialog>
        )),
      ),
    says: () => act(async () => texts.resolve('Name')),
  }
}

describe('what is typed after a dialog was asked for', () => {
  it('is in its first field, however late its code and its texts come', async () => {
    const { field, comes, says } = await asked()

    type('Gui')
    await comes()
    await until(() => document.querySelector('dialog'))
    type('des')
    await says()
    await until(field)
    act(() => type(' 2'))

    expect(field()?.value).toBe('Guides 2')
  })

  it('stands behind what the field holds', async () => {
    const { field, comes, says } = await asked('Copy')

    type(' of it')
    await comes()
    await says()
    await until(field)

    expect(field()?.value).toBe('Copy of it')
  })

  it('is dropped when it is only blanks', async () => {
    const { field, comes, says } = await asked('Copy')

    type('  ')
    await comes()
    await says()
    await until(field)

    expect(field()?.value).toBe('Copy')
  })

  it('is in a field for an e-mail address as well', async () => {
    const { field, comes, says } = await asked('', 'email')

    type('ann@')
    await comes()
    await says()
    await until(field)

    expect(field()?.value).toBe('ann@')
  })

  it('is not there while it is still composed', async () => {
    const { field, close, comes, says } = await asked()
    const compose = (event: string) =>
      document.activeElement?.dispatchEvent(new CompositionEvent(event, { bubbles: true }))

    type('指南')
    compose('compositionstart')
    type('ni')
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true }),
    )
    expect(close).not.toHaveBeenCalled()
    await comes()
    await says()
    await until(field)

    expect(field()?.value).toBe('指南')
  })

  it('can be called off by Esc with the dialog', async () => {
    const { close } = await asked()
    type('Gui')

    await act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )

    expect(close).toHaveBeenCalledOnce()
  })
})

/** A screen that is loaded, beside a companion with a field. */
async function screenAsked() {
  const code = Promise.withResolvers<ComponentType<object>>()
  const Loaded = lazyPart(() => code.promise)
  function Form() {
    const [name, setName] = useState('')
    return (
      <form ref={focusFirstField}>
        <input type="radio" aria-label="Kind" />
        <input aria-label="Account" value="ann" readOnly />
        <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      </form>
    )
  }
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <textarea aria-label="Notes" />
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <Part isScreen>
            <Loaded />
          </Part>
        )}
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  return {
    notes: () => place.querySelector('textarea'),
    button: () => place.querySelector('button'),
    name: () => place.querySelector<HTMLInputElement>('[aria-label=Name]'),
    open: () => act(async () => place.querySelector('button')?.click()),
    comes: async () => {
      await act(async () => code.resolve(Form))
      await until(() => place.querySelector('form'))
    },
  }
}

it('what is typed while a screen is loaded is in the first field of its form', async () => {
  const { open, comes, name } = await screenAsked()

  await open()
  type('Pay')
  await comes()
  act(() => type('ments'))

  expect(name()?.value).toBe('Payments')
})

it('a screen takes no focus from a field beside it, nor does what is shown until it comes', async () => {
  const { open, comes, notes } = await screenAsked()

  notes()?.focus()
  await open()
  expect(document.activeElement).toBe(notes())
  await comes()

  expect(document.activeElement).toBe(notes())
})

it('a field beside a screen that was entered while it was loaded keeps the focus', async () => {
  const { open, comes, notes, button } = await screenAsked()

  button()?.focus()
  await open()
  notes()?.focus()
  await comes()

  expect(document.activeElement).toBe(notes())
})

it('a screen takes no focus from a button, and none where a keyboard would come up', async () => {
  const first = await screenAsked()
  await first.open()
  first.button()?.focus()
  await first.comes()
  expect(document.activeElement).toBe(first.button())
  first.button()?.blur()

  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
  const second = await screenAsked()
  await second.open()
  await second.comes()
  expect(document.activeElement).toBe(document.body)
})

it('the first field of a screen does not scroll it', async () => {
  const focus = vi.spyOn(HTMLInputElement.prototype, 'focus')
  const { open, comes, name } = await screenAsked()

  await open()
  await comes()

  expect(focus.mock.contexts.at(-1)).toBe(name())
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
  focus.mockRestore()
})
