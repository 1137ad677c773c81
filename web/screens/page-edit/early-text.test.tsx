// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import type { FaceControls } from '#web/editor/face-controls.ts'
import { EarlyText, earlyField } from './early-text.tsx'
import { withEarlyText } from './early-form.ts'
import { useEarlyText } from './use-early-text.ts'

/** The field with this text, with the focus, beside a field of a face that has no text. */
async function opened(typed: string, onFiles: (files: readonly File[]) => void = () => undefined) {
  let early: ReturnType<typeof useEarlyText> | undefined
  function Field() {
    const shown = useEarlyText({ typed, face: 'source', isMarkdown: true, onFormLoaded: () => undefined })
    useEffect(() => {
      early = shown
    })
    return (
      <>
        {shown.shown !== null && (
          <EarlyText text={shown.shown} onType={shown.type} onComposing={shown.compose} onFiles={onFiles} />
        )}
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

it('files pasted early are taken', async () => {
  const taken: string[] = []
  await opened('words', (files) => taken.push(...files.map(({ name }) => name)))
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  const files = [new File(['x'], 'plan.pdf')]
  Object.assign(paste, { clipboardData: { files, getData: () => '' } })

  earlyField()?.dispatchEvent(paste)
  expect([taken, paste.defaultPrevented]).toEqual([['plan.pdf'], true])
})

it('what is typed early stands beside the text of the page, and blanks change nothing', () => {
  const at = (content: string, side: 'above' | 'below' = 'above') => ({ content, side, face: 'source' })
  expect(withEarlyText('new', at('# One\n'))).toBe('new\n\n# One\n')
  expect(withEarlyText('new', at('# One\r\n'))).toBe('new\r\n\r\n# One\r\n')
  expect(withEarlyText('new', at('# One\n', 'below'))).toBe('# One\n\nnew')
  expect(withEarlyText('new', at('\n'))).toBe('new')
  expect(withEarlyText(' \n', at('# One\n'))).toBe('# One\n')
})
