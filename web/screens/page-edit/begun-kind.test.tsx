// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { defineWebPlugin, pageFaces } from '#web/extensions/points.ts'
import { useStartPage } from './start-page.ts'

vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    const beginning = (kind: string, begins: () => unknown) =>
      contribute(pageFaces, { kind, edit: [], begins: begins as () => string })
    const contributes = [
      beginning('whole', () => '{"kind":"whole"}'),
      beginning('object', () => ({ kind: 'object' })),
      beginning('promise', async () => '{}'),
      beginning('nothing', () => undefined),
      beginning('broken', () => {
        throw new Error('broken')
      }),
    ]
    return [defineWebPlugin({ id: 'boards', apiVersion: 2, contributes })]
  },
}))

function Begun({ kind }: { readonly kind: string }) {
  const { start } = useStartPage(1, 'regular', 0, new URLSearchParams({ kind }))
  return <output>{start && JSON.stringify([start.kind, start.page.content])}</output>
}

it.each([
  ['whole', ['whole', '{"kind":"whole"}']],
  ['object', ['markdown', '']],
  ['promise', ['markdown', '']],
  ['nothing', ['markdown', '']],
  ['broken', ['markdown', '']],
])('a new page begins with a text, whatever its plugin gives: %s', async (kind, expected) => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { place } = await mounted(<Begun kind={kind} />, { 'item.types': () => [] })
  const shown = () => place.querySelector('output')?.textContent ?? ''
  await until(() => shown() !== '')

  expect(JSON.parse(shown())).toEqual(expected)
  expect(reported.mock.calls.length > 0).toBe(!['whole', 'nothing'].includes(kind))
})
