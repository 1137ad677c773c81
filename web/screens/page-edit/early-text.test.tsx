// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import type { FaceControls } from '#web/editor/face-controls.ts'
import { EarlyText, earlyField } from './early-text.tsx'
import { useEarlyText, withEarlyText } from './use-early-text.ts'

/** The field with this text, with the focus, beside a field of a face that has no text. */
async function opened(typed: string) {
  let early: ReturnType<typeof useEarlyText> | undefined
  function Field() {
    const shown = useEarlyText(typed)
    useEffect(() => {
      early = shown
    })
    return (
      <>
        {shown.shown !== null && <EarlyText text={shown.shown} onType={shown.type} onComposing={shown.compose} />}
        <input name="address" />
        <button>Send</button>
      </>
    )
  }
  const { place } = await mounted(<Field />, {})
  const current = () => early ?? expect.unreachable('nothing was rendered')
  const faceAt = (selector: string): FaceControls => ({
    content: () => '',
    focus: () => place.querySelector<HTMLElement>(selector)?.focus(),
  })
  const land = (selector: string) => act(async () => current().land(faceAt(selector)))
  return { land, early: current, address: () => place.querySelector('input')?.value }
}

it('what is typed early goes into the field at which a face without text begins', async () => {
  const { land, address } = await opened('/orders')

  expect(await land('input')).toBe('')
  expect(address()).toBe('/orders')
  expect(earlyField()).toBeNull()
})

it('what is typed early and has no place in a face is given back', async () => {
  const { land, address } = await opened('words')

  expect(await land('button')).toBe('words')
  expect(address()).toBe('')
})

it('what is typed early stays where it is until a composed word ends', async () => {
  const { land, early } = await opened('one ')
  early().compose(true)

  expect(await land('input')).toBeNull()
  expect(earlyField()?.value).toBe('one ')
})

it('what is typed early stands above the text of the page, and blanks change nothing', () => {
  expect(withEarlyText('new', '# One\n')).toBe('new\n\n# One\n')
  expect(withEarlyText('new', '\n')).toBe('new')
  expect(withEarlyText(' \n', '# One\n')).toBe('# One\n')
})
