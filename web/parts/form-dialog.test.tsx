// @vitest-environment jsdom
import { act, useState, type FormEvent } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted } from '#tests/support/mounted.tsx'
import { FormDialog } from './form-dialog.tsx'

beforeEach(() => {
  stubDialogs()
})

it('nothing can be typed while it is being saved, because it closes with it; a refusal opens it again', async () => {
  function Screen() {
    const [isBusy, setBusy] = useState(false)
    return (
      <>
        <FormDialog
          title="Add"
          action="Add"
          isBusy={isBusy}
          error={null}
          onSubmit={(event) => {
            event.preventDefault()
            setBusy(true)
          }}
          onClose={() => undefined}
        >
          <input />
          <textarea />
          <input readOnly />
        </FormDialog>
        <button onClick={() => setBusy(false)}>Refuse</button>
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const fields = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const areReadOnly = () => fields.map(({ readOnly }) => readOnly)

  await act(async () => place.querySelector('form')?.requestSubmit())
  expect(areReadOnly()).toEqual([true, true, true])
  expect(document.activeElement).toBe(fields[0])

  await act(async () => [...place.querySelectorAll('button')].at(-1)?.click())
  expect(areReadOnly()).toEqual([false, false, true])
})

it('the first field that is invalid has the focus, whether that is known immediately or from the server', async () => {
  function Screen() {
    const [problem, setProblem] = useState<'none' | 'empty' | 'refused'>('none')
    const [isBusy, setBusy] = useState(false)
    return (
      <>
        <FormDialog
          title="Add"
          action="Add"
          isBusy={isBusy}
          error={null}
          onSubmit={(event) => {
            event.preventDefault()
            if (problem === 'none') setProblem('empty')
            else setBusy(true)
          }}
          onClose={() => undefined}
        >
          <input name="first" />
          <input name="second" aria-invalid={problem === 'empty'} />
          <input name="third" aria-invalid={problem === 'refused'} />
        </FormDialog>
        <button
          onClick={() => {
            setProblem('refused')
            setBusy(false)
          }}
        >
          Refuse
        </button>
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`)
  const button = () => place.querySelector<HTMLButtonElement>('[type=submit]')
  expect(document.activeElement).toBe(field('first'))

  button()?.focus()
  await act(async () => place.querySelector('form')?.requestSubmit())
  expect(document.activeElement).toBe(field('second'))

  button()?.focus()
  await act(async () => place.querySelector('form')?.requestSubmit())
  button()?.focus()
  await act(async () => [...place.querySelectorAll('button')].at(-1)?.click())
  expect(document.activeElement).toBe(field('third'))
})

it('Enter in a list known to be closed sends it once, as in a field', async () => {
  const supports = vi.fn(() => false)
  vi.stubGlobal('CSS', { ...globalThis.CSS, supports })
  // Not known to jsdom.
  const matches = vi.spyOn(HTMLSelectElement.prototype, 'matches').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    matches.mockRestore()
  })
  const sent = vi.fn((event: FormEvent) => event.preventDefault())
  const dialog = (isReady: boolean) => (
    <FormDialog
      title="Move"
      action="Move"
      isBusy={false}
      isReady={isReady}
      error={null}
      onSubmit={sent}
      onClose={() => undefined}
    >
      <select aria-label="Catalog" />
    </FormDialog>
  )
  const press = async (place: HTMLElement, key: string, repeat = false) =>
    act(async () =>
      place
        .querySelector('select')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })),
    )

  const { place } = await mounted(dialog(true), {})
  // Where browsers do not know which lists are open, Enter may choose an option.
  await press(place, 'Enter')
  supports.mockReturnValue(true)
  await press(place, 'Enter')
  expect(sent).not.toHaveBeenCalled()

  matches.mockReturnValue(false)
  await press(place, 'ArrowDown')
  await press(place, 'Enter', true)
  const { place: waiting } = await mounted(dialog(false), {})
  await press(waiting, 'Enter')
  expect(sent).not.toHaveBeenCalled()

  await press(place, 'Enter')
  expect(sent).toHaveBeenCalledOnce()
})
