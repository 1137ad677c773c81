// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { hideToast, shownToasts } from '../parts/toast-store.ts'
import { noteSiteBuild } from './site-build.ts'
import { SiteBuildWatch } from './site-build-watch.tsx'

beforeEach(() => {
  document.head.innerHTML = '<meta name="site-build" content="one">'
  for (const { id } of shownToasts()) hideToast(id)
})

it('says once that the site has been updated, and again to whoever goes on for long, or after another update', async () => {
  await mounted(<SiteBuildWatch />, {})
  const said = async (...builds: readonly (string | null)[]) => {
    await act(async () => builds.forEach(noteSiteBuild))
    return shownToasts().map(({ action }) => action?.label)
  }

  // Its texts are loaded first.
  await vi.waitFor(async () => expect(await said('two')).toEqual(['Reload']), { timeout: 20_000 })
  expect(await said('one', null, '', 'two')).toEqual(['Reload'])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000)
  expect(await said('two')).toEqual(['Reload', 'Reload'])
  expect(await said('three', 'three')).toEqual(['Reload', 'Reload', 'Reload'])
})

it('says nothing where the document does not name its build', async () => {
  document.head.innerHTML = ''
  await mounted(<SiteBuildWatch />, {})

  await act(async () => noteSiteBuild('two'))

  expect(shownToasts()).toEqual([])
})
