// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { MenuNode } from '../menu-nodes.ts'
import { heldTouches, treeTools, type TreeWishes } from './tree-gestures.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const node: MenuNode = { kind: 'page', id: 1, title: 'One' }
const place = {
  rows: [{ node, level: 1, place: 1, siblings: 1 }],
  at: 0,
  focus: () => undefined,
  open: new Set<number>(),
  toggle: () => undefined,
}

it('a finger that drags a row does not scroll the tree, not even one that was drawn anew', () => {
  const wishes: Partial<TreeWishes> = { openMenu: () => undefined, setHovered: () => undefined }
  const tools = treeTools(
    { current: wishes as TreeWishes },
    { selected: [], drop: null, place: { current: null }, fieldFor: () => null },
  )
  const tree = (key: string) => (
    <div role="tree" key={key} {...tools.tree(place)}>
      <div {...tools.row(node)}>One</div>
    </div>
  )
  const frame = document.body.appendChild(document.createElement('div'))
  const root = createRoot(frame)
  flushSync(() => root.render(tree('first')))
  const stop = heldTouches(frame)
  flushSync(() => root.render(tree('second')))
  const row = frame.querySelector('[data-row]')
  const scrolls = (place: Element | null) =>
    place?.dispatchEvent(new TouchEvent('touchmove', { bubbles: true, cancelable: true }))

  expect(scrolls(row)).toBe(true)
  row?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', isPrimary: true }))
  vi.advanceTimersByTime(1_000)
  expect(scrolls(row)).toBe(false)
  expect(scrolls(frame)).toBe(true)
  stop()
  root.unmount()
})

it.each(['contextmenu', 'dragstart'])('keys are for the row that a mouse has taken last: %s', (gesture) => {
  const two: MenuNode = { kind: 'page', id: 2, title: 'Two' }
  const focused: number[] = []
  const wishes: Partial<TreeWishes> = { openMenu: () => undefined, meantBy: () => [], setHovered: () => undefined }
  const tools = treeTools(
    { current: wishes as TreeWishes },
    { selected: [], drop: null, place: { current: null }, fieldFor: () => null },
  )
  const rows = [...place.rows, { node: two, level: 1, place: 2, siblings: 2 }]
  const frame = document.body.appendChild(document.createElement('div'))
  const root = createRoot(frame)
  onTestFinished(() => root.unmount())
  flushSync(() =>
    root.render(
      <div role="tree" {...tools.tree({ ...place, rows, focus: (at) => void focused.push(at) })}>
        <div {...tools.row(node)}>One</div>
        <div {...tools.row(two)}>Two</div>
      </div>,
    ),
  )

  const row = frame.querySelector('[data-row=page-2]')
  row?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', isPrimary: true }))
  const event = new MouseEvent(gesture, { bubbles: true, cancelable: true })
  row?.dispatchEvent(Object.assign(event, { dataTransfer: { setData: () => undefined, effectAllowed: '' } }))

  expect(focused).toEqual([1])
})
