// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { hideToast, shownToasts } from '#web/parts/toast-store.ts'
import type { MenuNode } from '../menu-nodes.ts'
import { useTreeActions, type TreeActions } from './use-tree-actions.ts'

beforeEach(() => {
  for (const { id } of shownToasts()) hideToast(id)
})

const node: MenuNode = { kind: 'page', id: 3, title: 'Quokkas' }
const answers = {
  'recycle.deleteSeveral': () => ({}),
  'recycle.undo': () => ({ rootedPageIds: [] }),
}
const said = () => shownToasts().map(({ text }) => text)

/** What editors do in the tree of this item. */
async function treeOf(itemId: number) {
  const rendered: { actions?: TreeActions } = {}
  function Tree({ onActions }: { readonly onActions: (actions: TreeActions) => void }) {
    const tree = { itemId, nodes: [node], currentPageId: null, itemPath: `/${itemId}`, onDone: () => undefined }
    const actions = useTreeActions(tree)
    useEffect(() => {
      onActions(actions)
    })
    return null
  }
  const undone: unknown[] = []
  const counted = { ...answers, 'recycle.undo': (input: unknown) => undone.push(input) && { rootedPageIds: [] } }
  await mounted(<Tree onActions={(actions) => (rendered.actions = actions)} />, counted)
  await until(() => rendered.actions)
  return { tree: rendered.actions ?? expect.unreachable('nothing was rendered'), undone }
}

/** The tree of an item whose page was just deleted, with the offer to undo it. */
async function deleted() {
  const { tree, undone } = await treeOf(1)
  await act(async () => tree.remove([node]))
  await until(() => shownToasts().length === 1)
  return { tree, undone }
}

it('the message that offers to undo a deletion goes when the key undoes it', async () => {
  const { tree, undone } = await deleted()

  await act(async () => void tree.undo())

  expect(said()).toEqual([])
  await until(() => undone.length === 1)
  expect(tree.undo()).toBe(false)
})

it('the key undoes nothing that was done in another item, and what was done in this one without its message', async () => {
  const { tree } = await deleted()
  for (const { id } of shownToasts()) hideToast(id)
  const { tree: other, undone } = await treeOf(2)

  expect(other.undo()).toBe(false)
  await act(async () => void tree.undo())
  await until(() => undone.length === 1)
})
