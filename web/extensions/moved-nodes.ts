/**
 * React fails with the screen when it removes a node, or puts one before it, that is no longer where React has put it:
 * a plugin may have removed or moved it, or the browser's translation replaced it. What it wanted is done as far as
 * possible instead: such a node goes away from wherever it is, and what was to come before it comes last.
 */
export function tolerateMovedNodes(): void {
  const { prototype } = Node
  const { removeChild, insertBefore } = prototype
  if (prepared.has(removeChild)) return
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    child.parentNode?.removeChild(child)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
  prepared.add(prototype.removeChild)
}

const prepared = new WeakSet<object>()
