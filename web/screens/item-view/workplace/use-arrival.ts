import { useEffect, useState, type RefObject } from 'react'
import type { MenuNode } from '../menu-nodes.ts'
import type { TreePlace } from '../tree-tools.ts'
import { isSame, placeOf, type NodeName } from './tree-moves.ts'

interface Awaited {
  readonly name: NodeName
  /** The tree in which it is not yet where it goes. */
  readonly before: readonly MenuNode[]
}

/**
 * Brings what somebody has put into the tree into sight once the tree has it: catalogs above it are opened, and it gets
 * the tree's cursor.
 * @param place what the tree has last drawn
 * @returns called with what is about to appear or to move
 */
export function useArrival(nodes: readonly MenuNode[], place: RefObject<TreePlace | null>): (name: NodeName) => void {
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  useEffect(() => {
    const { current: tree } = place
    const found = awaited && awaited.before !== nodes && placeOf(nodes, awaited.name)
    if (!found || !tree) return
    const at = tree.rows.findIndex(({ node }) => isSame(node, found.node))
    const closed = found.above.find(({ id }) => !tree.open.has(id))
    if (closed) tree.toggle(closed.id)
    else if (at >= 0) tree.focus(at)
    // Behind an opened catalog it is looked for again in the tree drawn then.
    // oxlint-disable-next-line react/set-state-in-effect
    setAwaited(closed ? { ...awaited, before: [] } : null)
  }, [awaited, nodes, place])
  return (name) => setAwaited({ name, before: nodes })
}
