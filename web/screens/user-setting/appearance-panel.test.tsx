// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { TakenPreview } from '../../editor/taken-preview.tsx'
import { Toasts } from '../../parts/toast.tsx'
import { useCurrentUser } from '../../session/current-user.tsx'
import { Themed } from '../../theme/themed.tsx'
import { AppearancePanel } from './appearance-panel.tsx'

beforeEach(() => {
  stubMatchMedia()
  localStorage.clear()
})

/** As beside every screen: for whom the document knows. */
const BesideScreen = () => (useCurrentUser() ? <TakenPreview /> : null)

/** The preferences of somebody whose account has this choice, where `choose` stores another one. */
async function opened(keepsPreview: boolean, choose: (keepsPreview: boolean) => boolean | Promise<boolean>) {
  let kept = keepsPreview
  const chosen = vi.fn<(choice: { keepsPreview: boolean }) => Promise<object>>(async (choice) => {
    kept = await choose(choice.keepsPreview)
    return {}
  })
  const { place } = await mounted(
    <Themed>
      <BesideScreen />
      <Toasts />
      <AppearancePanel />
    </Themed>,
    {
      'account.me': () => ({ username: 'ann', name: 'Ann', siteRole: 'regular', keepsPreview: kept }),
      'account.choosePreferences': chosen,
    },
  )
  const box = () => place.querySelector<HTMLInputElement>('input[type=checkbox]')
  await until(() => box()?.checked === keepsPreview)
  return { place, chosen, box, press: () => act(async () => box()?.click()) }
}

describe('the preview that is kept on', () => {
  it('is shown as it is kept, and says what went wrong when it could not be kept', async () => {
    const answer = Promise.withResolvers<boolean>()
    const { place, box, press } = await opened(false, () => answer.promise)

    await press()
    expect(box()?.checked).toBe(true)
    await act(async () => answer.reject(new Refused('busy')))

    await until(() => box()?.checked === false)
    await until(() => place.querySelector('[role=alert], .toast')?.textContent)
  })

  it('is shown as chosen once it is kept', async () => {
    const { box, press, chosen } = await opened(true, (choice) => choice)

    await press()
    await until(() => box()?.getAttribute('aria-disabled') !== 'true')
    expect([box()?.checked, chosen.mock.calls[0]?.[0]]).toEqual([false, { keepsPreview: false }])
  })

  it('is taken over once from a browser that kept it before accounts did', async () => {
    localStorage.setItem('live_preview', 'on')
    const { box, press, chosen } = await opened(false, (choice) => choice)

    await until(() => box()?.checked)
    expect(localStorage.getItem('live_preview')).toBeNull()
    await press()
    await until(() => chosen.mock.calls.length === 2)
    expect(chosen.mock.calls.map(([choice]) => choice.keepsPreview)).toEqual([true, false])
  })

  it('stays in this browser until the account has it', async () => {
    localStorage.setItem('live_preview', 'on')
    const { chosen } = await opened(false, () => Promise.reject(new Refused('busy')))

    await until(() => chosen.mock.calls.length > 0)
    expect(localStorage.getItem('live_preview')).toBe('on')
  })
})
