import fc from 'fast-check'
import { toMdast, type Handle } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { describe, expect, it } from 'vitest'
import { readHere } from '../testing/read-here.ts'
import { readHtml } from './html-reader.ts'
import { parsedHtml } from './html-tree.ts'
import { plainBlanks } from './plain-blanks.ts'
import { root } from './root.ts'

const SEED = 1

describe('HTML that is made simpler before it is read', () => {
  it('says the same in markdown, whatever is in what and wherever blanks are', () => {
    const property = fc.property(documents, (html) => {
      const simpler = parsedHtml(html)
      plainBlanks(simpler)

      const read = toMdast(simpler, { document: true, nodeHandlers: { comment, root } })

      expect(written(read)).toBe(written(toMdast(parsedHtml(html), { document: true, nodeHandlers: { comment } })))
    })

    fc.assert(property, { seed: SEED, numRuns: 300, endOnFailure: true })
  })

  it.each([
    ['words of one element each', '<span>a</span>', 'a'],
    ['raised words', '<sup>a</sup>', 'a'],
    ['quotations', '<q>a</q>', '"a"'],
    ['what is seen by itself', '<button>a</button>', 'a'],
    ['possible line breaks', '<wbr>', '\u200B'],
  ])('has one text for each row of %s', (_, element, text) => {
    const found: unknown[] = []
    const p: Handle = (state, node) => void found.push(...state.all(node))

    toMdast(parsedHtml(`<p>b${element.repeat(9)}c`), { document: true, nodeHandlers: { root }, handlers: { p } })

    expect(found).toEqual([expect.objectContaining({ type: 'text', value: `b${text.repeat(9)}c` })])
  })

  // Each takes minutes if what follows is looked through once for each of them.
  it.each([
    ['elements nobody knows, with nothing in them', '<x-y></x-y>', ''],
    ['blank elements that are read only without scripts', '<noscript></noscript>', ''],
    ['hidden elements', '<span hidden>a</span>', 'a'],
    ['suggestions', '<datalist id=a></datalist>', ''],
  ])('reads %s, 20,000 of them', async (_, element, text) => {
    const { pages } = await readHere(readHtml, 'a.html', `<p>b${element.repeat(20_000)}c`)

    expect(pages[0]?.content).toBe(`b${text.repeat(20_000)}c`)
  })

  it('has no blanks between blocks, which would be taken out one by one', () => {
    const simpler = parsedHtml('<ul>\n<li>a</li> <li><span> <p>b</p>\n</span></li>\n</ul> <b>c </b> <i>d</i> e')

    plainBlanks(simpler)

    expect(textsIn(simpler)).toEqual(['a', 'b', 'c ', 'd', ' e'])
  })
})

describe('a bold text of many signs', () => {
  it.each([
    ['of punctuation', '!'],
    ['of wide blanks', '\u3000'],
  ])('keeps them where they are, if a word follows: %s', async (_, sign) => {
    const signs = sign.repeat(100_000)

    const { pages } = await readHere(readHtml, 'a.html', `<p><b>a${signs}b</b>c`)

    expect(pages[0]?.content).toBe(`**a${signs}b**c`)
  })
})

describe('an address', () => {
  it('stays as it is where that of the document does not complete it', async () => {
    const links = '<a href="b">one</a> <a href="http://[">two</a>'
    const markdownAt = async (base: string) =>
      (await readHere(readHtml, 'a.html', `<base href="${base}"><p>${links}`)).pages[0]?.content

    expect(await markdownAt('/docs/')).toBe('[one](b) [two](http://\\[)')
    expect(await markdownAt('https://example.test/docs/')).toBe('[one](https://example.test/docs/b) [two](http://\\[)')
  })
})

type Node = ReturnType<typeof parsedHtml> | ReturnType<typeof parsedHtml>['children'][number]
const textsIn = (node: Node): readonly string[] =>
  node.type === 'text' ? [node.value] : 'children' in node ? node.children.flatMap(textsIn) : []
const comment = (): undefined => undefined
const written = (tree: ReturnType<typeof toMdast>): string => toMarkdown(tree, { extensions: [gfmToMarkdown()] })

const words = fc.constantFrom('a', 'b ', ' c', '\n d\n', '  e  ', 'f, g')
const blanks = fc.constantFrom(' ', '\n', ' \n\t ')
const elementOf = (name: string, children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`

/** Elements that become nothing but what is in them, also when that is nothing. */
const plain = fc.constantFrom('span', 'label', 'small', 'ins', 'time', 'abbr', 'bdi', 'output')
const marks = fc.constantFrom('b', 'i', 'a', 'code', 's', 'q')
const blocks = fc.constantFrom('p', 'div', 'section', 'blockquote', 'h2', 'pre')

const { inline, block } = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(words, blanks, fc.constantFrom('<br>', '<wbr>', '<!-- x -->', '<button>x</button>', '<img src=x>')),
    fc.tuple(plain, fc.array(tie('inline'), { maxLength: 4 })).map(([name, children]) => elementOf(name, children)),
    // A mark of nothing is written otherwise, on purpose.
    fc
      .tuple(marks, words, fc.array(tie('inline'), { maxLength: 3 }))
      .map(([name, word, children]) => elementOf(name, [word, ...children])),
  ),
  block: fc.oneof(
    { maxDepth: 4 },
    tie('inline'),
    blanks,
    fc
      .tuple(blocks, fc.array(fc.oneof(tie('inline'), tie('block')), { maxLength: 4 }))
      .map(([name, children]) => elementOf(name, children)),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), blanks, fc.array(fc.array(tie('block'), { maxLength: 3 }), { maxLength: 3 }))
      .map(([name, blank, entries]) =>
        elementOf(
          name,
          entries.map((entry) => blank + elementOf('li', entry)),
        ),
      ),
    fc
      .tuple(blanks, fc.array(fc.array(tie('inline'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }))
      .map(([blank, cells]) =>
        elementOf('table', [
          blank,
          elementOf(
            'tr',
            cells.map((cell) => elementOf('td', cell) + blank),
          ),
          blank,
        ]),
      ),
  ),
}))
const documents = fc.array(fc.oneof(inline, block), { maxLength: 6 }).map((parts) => parts.join(''))
