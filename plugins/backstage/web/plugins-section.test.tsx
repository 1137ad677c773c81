// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { noteIgnoredPoints, notePluginFault } from '#web/extensions/plugin-faults.ts'
import { PluginsSection } from './plugins-section.tsx'

const plugin = (id: string, rest: object = {}) => ({
  ...{ id, name: id, version: '', summary: '', state: 'running', isOffByErrors: false, reason: '' },
  ...{ staysOn: false, why: null, failures: null },
  ...{ restingKinds: [], searchRestsUntil: null, ignoredPoints: [] },
  ...rest,
})

const last = { how: 'hang', part: 'operation', name: 'pets.list', problem: '', at: '2026-01-02T03:04:05.000Z' }

it('says why a plugin does not run, and what of one that runs has failed', async () => {
  const off = { state: 'off', isOffByErrors: true }
  const failed = { state: 'failed' }
  const { place } = await mounted(<PluginsSection />, {
    'plugin.list': () => ({
      plugins: [
        plugin('weak', { failures: { count: 1, last } }),
        plugin('off', { ...off, isOffByErrors: false, why: { kind: 'byAdministrator' } }),
        plugin('errors', { ...off, why: { kind: 'failures', count: 3, last } }),
        plugin('lonely', { ...failed, why: { kind: 'needs', missing: ['a'], notRunning: ['b'] } }),
        plugin('old', { ...failed, why: { kind: 'otherVersion', written: 1, current: 2 } }),
        plugin('slow', { ...failed, why: { kind: 'startHangs', problem: 'start took longer than 5000 ms' } }),
        plugin('bad', { ...failed, why: { kind: 'doesNotStart', problem: 'a library is missing' } }),
      ],
    }),
    'plugin.uploads': () => ({ isOn: false, plugins: [] }),
    'settings.read': () => ({ sections: [] }),
  })
  await until(() => place.querySelectorAll('li').length === 7)

  const reasons = [...place.querySelectorAll('li')].map((row) =>
    [...row.querySelectorAll('.plugin-reason')].map(({ textContent }) => textContent),
  )

  expect(reasons).toEqual([
    ['plugins.failures'],
    [],
    ['plugins.reason.failures'],
    ['plugins.reason.missing plugins.reason.notRunning'],
    ['plugins.reason.otherVersion'],
    ['plugins.reason.startHangs'],
    ['plugins.reason.doesNotStart'],
  ])
})

it('says of a plugin that runs what of it does not work, in the words of the screen', async () => {
  const resting = {
    reason: 'page kinds not called, because they took too long: stuck until 2026-01-02T03:04:05.000Z',
    restingKinds: [{ id: 'stuck', until: '2026-01-02T03:04:05.000Z' }],
    searchRestsUntil: '2026-01-02T04:05:06.000Z',
  }
  const stray = plugin('stray', { ignoredPoints: ['pageKind'] })
  notePluginFault('misspelt', "Unexpected token '}'")
  noteIgnoredPoints('newer', ['charts'])
  const { place } = await mounted(<PluginsSection />, {
    'plugin.list': () => ({
      plugins: [plugin('whole'), plugin('stuck-kind', resting), plugin('misspelt'), stray, plugin('newer')],
    }),
    'plugin.uploads': () => ({ isOn: false, plugins: [] }),
    'settings.read': () => ({ sections: [] }),
  })
  await until(() => place.querySelectorAll('li').length === 5)

  const reasons = [...place.querySelectorAll('li')].map((row) =>
    [...row.querySelectorAll('.plugin-reason')].map(({ textContent }) => textContent),
  )

  // The keys of texts that are not loaded here.
  expect(reasons).toEqual([
    [],
    ['plugins.restingKind', 'plugins.restingSearch'],
    ['plugins.notLoaded'],
    ['plugins.ignoredPoints'],
    ['plugins.ignoredPoints'],
  ])
})

it('has no switch for the plugin that stays on', async () => {
  const { place } = await mounted(<PluginsSection />, {
    'plugin.list': () => ({ plugins: [plugin('backstage', { staysOn: true }), plugin('other')] }),
    'plugin.uploads': () => ({ isOn: false, plugins: [] }),
    'settings.read': () => ({ sections: [] }),
  })
  await until(() => place.querySelectorAll('li').length === 2)

  expect([...place.querySelectorAll('li')].map((row) => row.querySelectorAll('button').length)).toEqual([0, 1])
})
