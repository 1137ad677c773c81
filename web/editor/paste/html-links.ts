/** Elements that end a line. */
export const BLOCKS = 'p, div, section, article, ul, ol, li, table, pre, blockquote, hr, h1, h2, h3, h4, h5, h6'

/** Links around blocks become links within each of them: markdown has no others. */
export function partLinks(body: Element): void {
  for (const link of body.querySelectorAll('a[href]')) {
    if (!link.querySelector(BLOCKS)) continue
    linkLines(link, link.cloneNode(false) as Element)
    link.replaceWith(...link.childNodes)
  }
}

function linkLines(container: Element, link: Element): void {
  let line: Node[] = []
  const end = (): void => {
    const isSeen = line.some((node) => (node.textContent ?? '').trim() !== '' || hasPicture(node))
    if (isSeen) {
      const around = link.cloneNode(false) as Element
      container.insertBefore(around, line[0] ?? null)
      around.append(...line)
    }
    line = []
  }
  for (const child of [...container.childNodes]) {
    const isLine = !(child instanceof Element) || !(child.matches(BLOCKS) || child.querySelector(BLOCKS))
    if (isLine) line.push(child)
    else {
      end()
      const within = child instanceof HTMLTableElement ? [...child.querySelectorAll('td, th')] : [child]
      // Code has no links.
      for (const block of within) if (!block.matches('pre, hr')) linkLines(block, link)
    }
  }
  end()
}
const hasPicture = (node: Node): boolean =>
  node instanceof Element && (node.matches('img') || node.querySelector('img') !== null)
