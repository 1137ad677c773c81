// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { AddSiteDialog } from './add-site-dialog.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields and for dialogs.
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
})

it('an id that cannot be used leads to its field', async () => {
  const { place } = await mounted(
    <Themed>
      <AddSiteDialog onAdded={() => undefined} onClose={() => undefined} />
    </Themed>,
    { 'oauthSites.list': () => ({ sites: [] }) },
  )
  const id = () => place.querySelector('input')
  await until(id)
  await act(async () => typeInto(id(), 'Not an id'))

  await act(async () => {
    place.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
    place.querySelector('form')?.requestSubmit()
  })

  await until(() => id()?.getAttribute('aria-invalid') === 'true')
  expect(document.activeElement).toBe(id())
})

it('an id that somebody else has taken meanwhile is told at its field, until another one is chosen', async () => {
  const { place } = await mounted(
    <Themed>
      <AddSiteDialog onAdded={() => undefined} onClose={() => undefined} />
    </Themed>,
    {
      'oauthSites.list': () => ({ sites: [] }),
      'oauthSites.save': () => {
        throw new Refused('overtaken', { preset: 'github', title: 'GitHub' })
      },
    },
  )
  const id = () => place.querySelector('input')
  await until(id)

  await act(async () => {
    place.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
    place.querySelector('form')?.requestSubmit()
  })

  await until(() => id()?.getAttribute('aria-invalid') === 'true')
  expect(document.activeElement).toBe(id())
  expect(place.textContent).toContain('sites.takenId')
  expect(place.querySelector('[role=alert]')?.textContent ?? '').toBe('')

  await act(async () => typeInto(id(), 'github2'))
  expect(id()?.getAttribute('aria-invalid')).not.toBe('true')
})
