// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Pager } from './pager.tsx'

it('the focus stays on the button that has led to the last page, and it leads no further', async () => {
  const pages: number[] = []
  function Screen() {
    const [page, setPage] = useState(1)
    const change = (to: number) => {
      pages.push(to)
      setPage(to)
    }
    return <Pager page={page} total={14} perPage={7} onChange={change} />
  }
  const { place } = await mounted(<Screen />, {})
  const [previous, next] = place.querySelectorAll('button')
  next?.focus()

  for (let press = 0; press < 2; press += 1) await act(async () => next?.click())

  expect(pages).toEqual([2])
  // A disabled button would lose it.
  expect([next?.disabled, next?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  expect(previous?.getAttribute('aria-disabled')).toBe('false')
  expect(document.activeElement).toBe(next)
})
