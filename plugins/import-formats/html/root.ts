import { defaultNodeHandlers, type NodeHandle, type State } from 'hast-util-to-mdast'

type Content = ReturnType<State['all']>

/**
 * The root, with two changes to how everything in it is read. Neighbouring texts are joined as soon as they are
 * neighbours; else they are joined at the end, and all that was joined is looked through again for each of them.
 * And an address that cannot be completed with that of the `base` element stays as it is.
 */
export const root: NodeHandle = (state, node) => {
  const { all, resolve } = state
  state.all = (parent) => joined(all.call(state, parent))
  state.resolve = (address) => {
    const { frozenBaseUrl } = state
    const isWhole = frozenBaseUrl === undefined || URL.canParse(address ?? '', frozenBaseUrl)
    return isWhole ? resolve.call(state, address) : (address ?? '')
  }
  return defaultNodeHandlers.root(state, node)
}

function joined(nodes: Content): Content {
  const kept: Content = []
  for (const node of nodes) {
    const last = kept.at(-1)
    if (node.type === 'text' && last?.type === 'text') last.value += node.value
    else kept.push(node)
  }
  return kept
}
