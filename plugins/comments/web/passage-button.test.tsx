// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { PassageButton } from './passage-button.tsx'

it('offers to comment on what was selected before it was loaded', async () => {
  const article = document.createElement('article')
  article.className = 'page'
  article.innerHTML = '<div class="article"><p>Refunds take two days.</p></div>'
  document.body.append(article)
  onTestFinished(() => article.remove())
  // Missing in jsdom.
  Range.prototype.getClientRects = () => [new DOMRect(10, 10, 100, 20)] as unknown as DOMRectList
  const onChoose = vi.fn<(anchor: object) => void>()
  getSelection()?.selectAllChildren(article.querySelector('p') ?? article)

  const { place } = await mounted(<PassageButton onChoose={onChoose} />, {})

  await until(() => place.querySelector('button'))
  await act(async () => place.querySelector('button')?.click())
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ quote: 'Refunds take two days.' }))
})
