// @vitest-environment jsdom
import { act, useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { ErrorBoundary } from '../parts/error-boundary.tsx'
import { tolerateMovedNodes } from './moved-nodes.ts'
import { Slot } from './slot.tsx'

tolerateMovedNodes()

/** A screen with a part of a plugin, and whether that and what comes before it are shown. */
function Screen({ children }: { readonly children: ReactNode }) {
  const [shown, show] = useState({ part: true, before: false })
  return (
    <main>
      <p>typed words</p>
      {shown.before && <p>before it</p>}
      {shown.part && <Slot pluginId="harm">{children}</Slot>}
      <button onClick={() => show({ ...shown, part: !shown.part })}>part</button>
      <button onClick={() => show({ ...shown, before: true })}>before</button>
    </main>
  )
}

it.each<readonly [string, (part: Element) => void]>([
  ['removes its nodes', (part) => part.remove()],
  ['moves them elsewhere', (part) => document.body.append(part)],
  ['replaces them, as a translation by the browser does', (part) => part.replaceWith(document.createElement('font'))],
])(
  'a part of a plugin that %s takes no screen along when it goes away, or when something comes before it',
  async (_, meddle) => {
    const { place } = await mounted(
      <ErrorBoundary>
        <Screen>
          <p className="harm">the part</p>
        </Screen>
      </ErrorBoundary>,
      {},
    )
    const press = (name: string) =>
      act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
    const meddled = () => {
      const part = place.querySelector('.harm')
      if (part) meddle(part)
    }

    meddled()
    await press('before')
    expect(place.textContent).toContain('typed words')
    expect(place.textContent).toContain('before it')
    await press('part')
    expect(place.textContent).toContain('typed words')
    expect(document.querySelector('.harm')).toBeNull()

    await press('part')
    expect(place.textContent).toContain('the part')
  },
)
