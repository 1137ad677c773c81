// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { pluginIcon } from './plugin-icon.tsx'

it('keeps the screen when an icon of a plugin fails, and names the plugin in its place', async () => {
  const Broken = (): never => {
    throw new Error('the icon fails')
  }
  const { place } = await mounted(
    <p>
      {pluginIcon('boards', <Broken />)}
      Boards
    </p>,
    {},
  )

  expect(place.textContent).toBe('Boards')
  expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('boards')
})

it('is none where a plugin brings none', () => {
  expect([pluginIcon('boards', undefined), pluginIcon('boards', null)]).toEqual([undefined, undefined])
})
