import { isAlias, isMap, isScalar, isSeq, type Alias } from 'yaml'

/**
 * The number of values in a YAML node, with the content of an anchor counted again for each of its aliases. It takes
 * time linear to the node alone.
 * @param isMissing is called with an alias before whose place there is no such anchor
 */
export function yamlWeight(root: unknown, isMissing: (alias: Alias) => never): number {
  const anchors = new Map<string, number>()
  const weigh = (node: unknown): number => {
    if (isAlias(node)) return anchors.get(node.source) ?? isMissing(node)
    let weight = 1
    if (isSeq(node)) for (const item of node.items) weight += weigh(item)
    if (isMap(node)) for (const { key, value } of node.items) weight += weigh(key) + weigh(value)
    // An anchor holds from its end on: one inside itself is no content.
    if ((isSeq(node) || isMap(node) || isScalar(node)) && node.anchor !== undefined) anchors.set(node.anchor, weight)
    return weight
  }
  return weigh(root)
}
