// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts, offeredDrafts } from '#web/editor/drafts.ts'
import { useDraftKeeping } from './use-draft-keeping.ts'

const stored = { title: 'Login', content: 'The text on the server', catalogId: 0 }
const place = { username: 'ann', itemId: 1, pageId: 2 }

/** An editor without a screen: `type` is a key that is pressed. */
function openEditor() {
  let content = stored.content
  let touched = () => {}
  const base = { current: { page: stored, revision: 1 } }
  function Editor() {
    const current = () => ({ ...stored, content })
    const drafts = useDraftKeeping({ ...place, base, current, isUnsaved: () => content !== stored.content })
    useEffect(() => {
      touched = drafts.touched
    })
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Editor />))
  return {
    type(letter: string) {
      content += letter
      act(() => touched())
    },
    close: () => act(() => root.unmount()),
  }
}
const keptTexts = async () => (await offeredDrafts(place, stored)).map(({ content }) => content)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await clearDrafts()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[DRAFT-01] keeps a draft every 30 seconds while somebody types without a pause', async () => {
  const editor = openEditor()
  for (let tick = 0; tick < 59; tick += 1) {
    editor.type('.')
    await pass(500)
  }
  expect(await keptTexts()).toEqual([])

  editor.type('!')
  await pass(500)

  expect(await keptTexts()).toEqual([`${stored.content}${'.'.repeat(59)}!`])
  editor.close()
})

it('keeps a draft as soon as the typing pauses', async () => {
  const editor = openEditor()
  editor.type('?')
  await pass(999)
  expect(await keptTexts()).toEqual([])

  await pass(1)

  expect(await keptTexts()).toEqual([`${stored.content}?`])
  editor.close()
})

it('keeps nothing that the server has', async () => {
  const editor = openEditor()
  await pass(60_000)

  expect(await keptTexts()).toEqual([])
  editor.close()
})
