import { fromParse5 } from 'hast-util-from-parse5'
import { parse } from 'parse5'

type Tree = Extract<ReturnType<typeof fromParse5>, { type: 'root' }>

/** Without the place of each node in the file, which takes a third of the memory and a fifth of the time. */
export function parsedHtml(html: string): Tree {
  const tree = fromParse5(parse(html, { scriptingEnabled: false }))
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}
