// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { keepText } from './kept-text.ts'
import type { Thread } from './comments-api.ts'
import { ThreadView } from './thread-view.tsx'

const THREAD: Thread = {
  ...{ threadId: 5, quote: '', before: '', after: '', passage: 'none', isResolved: false, resolvedBy: '' },
  comments: [],
}
const shown = async () => {
  const thread = (
    <ThreadView
      {...{ thread: THREAD, pageId: 3, username: 'mei', mayComment: true, isChosen: false, namedId: 0 }}
      onShow={() => {}}
    />
  )
  const { place } = await mounted(thread, {})
  await until(() => place.querySelector('section'))
  // By their keys, as the plugin's texts are not loaded here.
  const button = (name: string) => [...place.querySelectorAll('button')].find((one) => one.textContent === name)
  return {
    place,
    press: (name: string) => act(async () => button(name)?.click()),
    field: () => place.querySelector('textarea'),
  }
}

it('whoever begins an answer types it at once, and is back at the thread when it is cancelled', async () => {
  const { place, press, field } = await shown()

  await press('answer')
  expect(document.activeElement).toBe(field())
  await press('cancel')

  expect(field()).toBeNull()
  expect(document.activeElement).toBe(place.querySelector('section'))
})

it('an answer that was kept does not take the focus from the page', async () => {
  keepText('mei', '3:5', { text: 'Not on Sundays.', anchor: null })

  const { field } = await shown()

  expect(field()?.value).toBe('Not on Sundays.')
  expect(document.activeElement).toBe(document.body)
})
