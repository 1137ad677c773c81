// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { PageLink } from './page-link.tsx'

it.each([
  ['is told how to get a lasting link', true],
  ['is not told to create a link where that is not possible', false],
])('who is shown a link that ends %s', async (_case, canEdit) => {
  const { place } = await mounted(
    <PageLink
      page={{ pageId: 7, canEdit, linkEndsAt: '2026-03-01T09:30:00.000Z' }}
      address="https://docs.example.org/p/abc"
      isDrawn={false}
      onDraw={() => undefined}
    />,
    {},
  )

  await until(() => place.textContent?.includes('Stops working by itself'))
  expect(place.textContent?.includes('for one that lasts')).toBe(canEdit)
})
