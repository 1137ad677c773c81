// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { MeantChanges } from './meant-changes.tsx'

const texts = (place: ParentNode, heading: string) => {
  const found = [...place.querySelectorAll('h2')].find(({ textContent }) => textContent === heading)
  const section = place.querySelector(`section[aria-labelledby="${found?.id}"]`)
  return [...(section?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
}

it('lists breaking changes separately, in words', async () => {
  const changes = [
    { text: 'Field a was removed.', isBreaking: true },
    { text: 'Field b was added.', isBreaking: false },
    { text: 'Field c was added.', isBreaking: false },
  ]

  const { place } = await mounted(<MeantChanges compared={{ changes }} />, {})
  await until(() => place.querySelector('h2'))

  expect(texts(place, '1 breaking change')).toEqual(['Field a was removed.'])
  expect(texts(place, '2 non-breaking changes')).toEqual(['Field b was added.', 'Field c was added.'])
})

it('shows nothing when nothing is known', async () => {
  const { place } = await mounted(
    <p>
      <MeantChanges compared={{ changes: [] }} />
    </p>,
    {},
  )
  await until(() => place.querySelector('p'))

  expect(place.querySelector('p')?.textContent).toBe('')
})
