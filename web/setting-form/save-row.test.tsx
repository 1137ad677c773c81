// @vitest-environment jsdom
import { act, useState, type FormEvent } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { SaveRow } from './save-row.tsx'

it('the button that saves a form keeps the focus while it saves and afterwards, and saves nothing twice', async () => {
  let saves = 0
  function Form() {
    const [isSaving, setSaving] = useState(false)
    const [isUnsaved, setUnsaved] = useState(true)
    const submit = (event: FormEvent) => {
      event.preventDefault()
      saves += 1
      setSaving(true)
    }
    const end = () => {
      setSaving(false)
      setUnsaved(false)
    }
    return (
      <form onSubmit={submit}>
        <SaveRow label="Save" unsavedText="unsaved" {...{ isUnsaved, isSaving }}>
          <button type="button" onClick={end}>
            End
          </button>
        </SaveRow>
      </form>
    )
  }
  const { place } = await mounted(<Form />, {})
  const [save, end] = place.querySelectorAll('button')
  save?.focus()
  const state = () => [saves, document.activeElement === save, save?.getAttribute('aria-disabled')]

  await act(async () => save?.click())
  expect(state()).toEqual([1, true, 'true'])
  await act(async () => save?.click())
  expect(state()).toEqual([1, true, 'true'])
  await act(async () => end?.click())
  await act(async () => save?.click())
  expect(state()).toEqual([1, true, 'true'])
})
