export interface FirstDocument {
  /** Up to the line that ends it: nothing behind it is read, so errors there do not matter. */
  readonly text: string
  /** Behind the line with which it begins, if that says nothing else; 0 when a directive changes what its tags mean. */
  readonly from: number
  /** In which `yes` is true and `010` is 8. */
  readonly isVersion11: boolean
}

const NOTHING = /(?:\.\.\.(?=[ \t\r\n]|$))?[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n|$)/y
const DIRECTIVE = /%[^\r\n]*(?:\r\n?|\n|$)/y
const START = /---(?=[ \t\r\n]|$)/y
/** In the first column these end a document, whatever they stand in. */
const END = /[\r\n](?:---|\.\.\.)(?=[ \t\r\n]|$)/g

/** The first of the documents of a text, found without parsing; it has the positions of the text. */
export function firstDocument(text: string): FirstDocument {
  const directives: string[] = []
  let at = 0
  for (let isHead = true; isHead && at < text.length;) {
    const directive = matchAt(DIRECTIVE, text, at)
    if (directive !== '') directives.push(directive)
    const line = directive || matchAt(NOTHING, text, at)
    isHead = line !== ''
    at += line.length
  }
  const marker = matchAt(START, text, at)
  const content = at + marker.length
  const rest = matchAt(NOTHING, text, content)
  const isDivided = marker !== '' && rest !== '' && directives.every((each) => each.startsWith('%YAML'))
  END.lastIndex = content
  const end = END.exec(text)
  return {
    text: end === null ? text : text.slice(0, end.index + 1),
    from: isDivided ? content + rest.length : 0,
    isVersion11: directives.some((each) => /^%YAML[ \t]+1\.1(?![\d.])/.test(each)),
  }
}

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}
