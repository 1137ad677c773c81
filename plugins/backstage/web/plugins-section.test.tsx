// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { notePluginFault } from '#web/extensions/plugin-faults.ts'
import { PluginsSection } from './plugins-section.tsx'

const plugin = (id: string, rest: object = {}) => ({
  ...{ id, name: id, version: '', summary: '', state: 'running', isOffByErrors: false, reason: '' },
  ...{ restingKinds: [], searchRestsUntil: null },
  ...rest,
})

it('says of a plugin that runs what of it does not work, in the words of the screen', async () => {
  const resting = {
    reason: 'page kinds not called, because they took too long: stuck until 2026-01-02T03:04:05.000Z',
    restingKinds: [{ id: 'stuck', until: '2026-01-02T03:04:05.000Z' }],
    searchRestsUntil: '2026-01-02T04:05:06.000Z',
  }
  notePluginFault('misspelt', "Unexpected token '}'")
  const { place } = await mounted(<PluginsSection />, {
    'plugin.list': () => ({ plugins: [plugin('whole'), plugin('stuck-kind', resting), plugin('misspelt')] }),
    'plugin.uploads': () => ({ isOn: false, plugins: [] }),
    'settings.read': () => ({ sections: [] }),
  })
  await until(() => place.querySelectorAll('li').length === 3)

  const reasons = [...place.querySelectorAll('li')].map((row) =>
    [...row.querySelectorAll('.plugin-reason')].map(({ textContent }) => textContent),
  )

  // The keys of texts that are not loaded here.
  expect(reasons).toEqual([[], ['plugins.restingKind', 'plugins.restingSearch'], ['plugins.notLoaded']])
})
