// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Toasts } from '../parts/toast.tsx'
import { hideToast, shownToasts } from '../parts/toast-store.ts'
import { knownUser } from '../session/current-user.tsx'
import { noteSiteBuild } from './site-build.ts'
import { SiteBuildWatch } from './site-build-watch.tsx'

beforeEach(() => {
  document.head.innerHTML = '<meta name="site-build" content="one">'
  for (const { id } of shownToasts()) hideToast(id)
})
afterEach(() => vi.useRealTimers())

/** Tells of these builds, and gives what is said then. */
async function said(...builds: readonly (string | null)[]): Promise<readonly string[]> {
  await act(async () => builds.forEach(noteSiteBuild))
  return shownToasts().map(({ text, action }) => `${text} [${action?.label}]`)
}
const TO_READERS = 'This site has been updated. Reload the page when it suits you. [Reload]'

it('says that the site has been updated until the message is closed, and again only after another update', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const shown = (
    <>
      <SiteBuildWatch />
      <Toasts />
    </>
  )
  await mounted(shown, {}, [knownUser(null)])

  // Its texts are loaded first.
  await vi.waitFor(async () => expect(await said('two')).toEqual([TO_READERS]), { timeout: 20_000 })
  expect(await said('one', null, '', 'two', 'three')).toEqual([TO_READERS])
  await act(async () => vi.advanceTimersByTimeAsync(3_600_000))
  expect(await said('two')).toEqual([TO_READERS])

  await act(async () => shownToasts().forEach(({ id }) => hideToast(id)))
  expect(await said('two', 'three')).toEqual([])
  expect(await said('four')).toEqual([TO_READERS])
})

it('asks those who may have typed something to save it first', async () => {
  const ann = { userId: 1, username: 'ann', name: '', siteRole: 'ordinary' }
  await mounted(<SiteBuildWatch />, {}, [knownUser(ann)])

  await vi.waitFor(async () => expect((await said('two')).join()).toContain('Save what you have typed'), {
    timeout: 20_000,
  })
})

it('says nothing where the document does not name its build', async () => {
  document.head.innerHTML = ''
  await mounted(<SiteBuildWatch />, {}, [knownUser(null)])

  expect(await said('two')).toEqual([])
})
