// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { AnnouncingSection } from './announcing-section.tsx'

beforeEach(() => {
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
  stubDialogs()
})

const written = (messageContent: string) => ({
  ...{ messageId: 1, messageContent, fromName: 'Mei', at: '2026-03-01T03:00:00.000Z', startsAt: null, endsAt: null },
  ...{ language: null, state: 'shown', readers: 0 },
})

it('an announcement is listed after its dialog was closed before the answer, and what is typed for the next one stays', async () => {
  const publishing = Promise.withResolvers<object>()
  const list: object[] = []
  const { place } = await mounted(
    <Themed>
      <AnnouncingSection />
    </Themed>,
    {
      'message.listWritten': () => ({ list, total: list.length, people: 2 }),
      'message.announce': () => publishing.promise,
    },
  )
  const field = () => place.querySelector<HTMLTextAreaElement>('dialog textarea:not([aria-hidden])')
  const write = async (text: string) => {
    await act(async () => place.querySelector<HTMLButtonElement>('.announcing > button')?.click())
    await until(field)
    await act(async () => {
      typeInto(field(), text)
    })
  }
  await until(() => place.querySelector('.announcing > button'))
  await write('The first')
  await act(async () => place.querySelector('form')?.requestSubmit())
  await act(async () => place.querySelector<HTMLButtonElement>('.dialog-head button')?.click())
  await act(async () => place.querySelector<HTMLButtonElement>('dialog dialog [data-look=danger]')?.click())
  expect(field()).toBeNull()
  await write('The second')

  list.push(written('The first'))
  await act(async () => publishing.resolve({ messageId: 1 }))
  await until(() => place.querySelector('.message-list')?.textContent?.includes('The first'))

  expect(field()?.value).toBe('The second')
})
