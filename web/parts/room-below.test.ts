// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { takeRoomBelow } from './room-below.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A panel between these heights of the screen. */
function panelAt(top: number, bottom: number): HTMLElement {
  const panel = document.createElement('section')
  vi.spyOn(panel, 'getBoundingClientRect').mockReturnValue({ top, bottom } as DOMRect)
  return panel
}
const room = () => document.documentElement.style.getPropertyValue('--room-below')

it('the highest panel at the bottom tells what it takes, until it goes', () => {
  stubResizeObserver()
  vi.stubGlobal('innerHeight', 800)

  const leaveLow = takeRoomBelow(panelAt(740, 784))
  expect(room()).toBe('60px')
  const leaveHigh = takeRoomBelow(panelAt(500, 784))
  expect(room()).toBe('300px')
  const leaveTop = takeRoomBelow(panelAt(60, 200))
  expect(room()).toBe('300px')
  leaveHigh()
  expect(room()).toBe('60px')
  leaveLow()
  leaveTop()
  expect(room()).toBe('0px')
})
