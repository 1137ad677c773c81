// @vitest-environment jsdom
import { act, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
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
