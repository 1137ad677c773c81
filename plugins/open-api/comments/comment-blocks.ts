/** A line `@name …` of a comment, with the following lines up to the next one. */
export interface CommentTag {
  readonly name: string
  readonly text: string
}

/** The mark of a comment that becomes a page, in addition to its title. */
const MARK = /\b(?:showdoc|octavo)\b/i
const TAG = /^@([a-z_]{1,30})(?:[ \t]+|$)/i

/** The comments with this mark and a title, each as its tags. */
export function commentBlocks(source: string): readonly (readonly CommentTag[])[] {
  const blocks: (readonly CommentTag[])[] = []
  let at = source.indexOf('/**')
  while (at >= 0) {
    const end = source.indexOf('*/', at + 2)
    if (end < 0) break
    const text = source.slice(at + 3, end)
    if (MARK.test(text) && text.includes('@title')) blocks.push(tagsIn(text))
    at = source.indexOf('/**', end + 2)
  }
  return blocks
}

function tagsIn(block: string): readonly CommentTag[] {
  const tags: { name: string; lines: string[] }[] = []
  for (const line of block.split(/\r?\n/).map((each) => each.replace(/^[ \t]*\*? ?/, ''))) {
    // The mark may precede a tag.
    const begun = line.trimStart().replace(/^(?:showdoc|octavo)[ \t]+(?=@)/i, '')
    const [whole, name] = TAG.exec(begun) ?? []
    if (whole !== undefined && name !== undefined)
      tags.push({ name: name.toLowerCase(), lines: [begun.slice(whole.length)] })
    else tags.at(-1)?.lines.push(line)
  }
  return tags.map(({ name, lines }) => ({ name, text: lines.join('\n').trim() }))
}
