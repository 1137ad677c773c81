import type { MenuNode, PageNode } from './menu-nodes.ts'

/** All pages of a tree, as it reads from the top when everything is open. */
export const pagesInOrder = (nodes: readonly MenuNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? [node] : pagesInOrder(node.children)))
