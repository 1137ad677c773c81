// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { KeySection } from './key-section.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields and for dialogs.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
})

it('[ADMIN-47] does not reset the key that somebody else has just reset, nor show the former one any longer', async () => {
  const seenStamps: unknown[] = []
  let stamp = 'first'
  const { place } = await mounted(
    <Themed>
      <KeySection />
    </Themed>,
    {
      'keyLogin.key': () => ({ loginSecretKey: `the ${stamp} key` }),
      'keyLogin.stamp': () => ({ stamp }),
      'keyLogin.resetKey': ({ seen }: { readonly seen: Readonly<Record<string, string>> }) => {
        seenStamps.push(seen['key'])
        if (seen['key'] !== stamp) throw new Refused('overtaken', { key: stamp })
        return { loginSecretKey: 'mine' }
      },
    },
  )
  const press = async (text: string, within: () => ParentNode | null): Promise<void> => {
    const button = () => [...(within()?.querySelectorAll('button') ?? [])].find((each) => each.textContent === text)
    await until(button)
    await act(async () => button()?.click())
  }
  const dialog = () => document.querySelector('dialog')
  const shown = (): string | undefined => place.querySelector('input')?.value
  await press('show', () => place)
  await until(() => shown() === 'the first key')
  stamp = 'second'

  await press('reset', () => place)
  await press('reset', dialog)
  await until(() => place.querySelector('[role=alert]'))
  await until(() => !dialog())

  expect(shown()).toBe('')
  await press('reset', () => place)
  await press('reset', dialog)
  await until(() => shown() === 'mine')
  expect(seenStamps).toEqual(['first', 'second'])
})

it('[ADMIN-47] does not reset a key while it is not known which one it is', async () => {
  let isAway = true
  const { place } = await mounted(
    <Themed>
      <KeySection />
    </Themed>,
    {
      'keyLogin.stamp': () => {
        if (isAway) throw new Refused('notAllowed')
        return { stamp: 'first' }
      },
    },
  )
  const button = (text: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  expect(button('reset')?.ariaDisabled).toBe('true')
  await until(() => place.querySelector('[role=alert]'))
  expect(button('reset')?.ariaDisabled).toBe('true')

  isAway = false
  await act(async () => button('Try again')?.click())
  await until(() => button('reset')?.ariaDisabled === 'false')
  expect(place.querySelector('[role=alert]')).toBe(null)
})

it('[ADMIN-47] shows the address of a link so that it breaks after its signs', async () => {
  const { place } = await mounted(
    <Themed>
      <KeySection />
    </Themed>,
    { 'keyLogin.stamp': () => ({ stamp: 'first' }) },
  )

  expect(place.querySelector('code')?.innerHTML).toContain('bySecretKey?<wbr>username=<wbr>')
})
