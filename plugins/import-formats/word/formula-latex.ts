import { ElementType, parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { readonly attribs: unknown }>

const isElement = (node: Node): node is Element => node.type === ElementType.Tag
const nameOf = ({ name }: Element): string => name.slice(name.indexOf(':') + 1)

/** A formula of Word (`m:oMath`, or several in an `m:oMathPara`) as LaTeX; '' for an empty one. */
export function formulaLatex(xml: string): string {
  return inside(parseDocument(xml, { xmlMode: true }).children).trim()
}

function inside(nodes: readonly Node[]): string {
  let latex = ''
  for (const node of nodes) if (isElement(node)) latex = joined(latex, written(node))
  return latex
}

/** A command ends where no letter follows. */
const joined = (before: string, after: string): string =>
  /\\[A-Za-z]+$/.test(before) && /^[A-Za-z]/.test(after) ? `${before} ${after}` : before + after

function written(element: Element): string {
  const part = (name: string): string => inside(partOf(element, name)?.children ?? [])
  const wish = (name: string): string | undefined => wishOf(element, name)
  switch (nameOf(element)) {
    case 'r':
      return runLatex(element)
    case 'f':
      return fraction(part('num'), part('den'), wish('type'))
    case 'sSup':
      return `{${part('e')}}^{${part('sup')}}`
    case 'sSub':
      return `{${part('e')}}_{${part('sub')}}`
    case 'sSubSup':
      return `{${part('e')}}_{${part('sub')}}^{${part('sup')}}`
    case 'sPre':
      return `{}_{${part('sub')}}^{${part('sup')}}{${part('e')}}`
    case 'rad':
      return root(part('deg'), part('e'))
    case 'nary':
      return operator(wish('chr') ?? '∫', part)
    case 'd':
      return delimited(element)
    case 'func':
      return joined(functionName(part('fName')), `{${part('e')}}`)
    case 'limLow':
      return lowerLimit(part('e'), part('lim'))
    case 'limUpp':
      return `\\overset{${part('lim')}}{${part('e')}}`
    case 'acc':
      return `${ACCENTS[wish('chr') ?? '\u0302'] ?? '\\hat'}{${part('e')}}`
    case 'bar':
      return `${wish('pos') === 'top' ? '\\overline' : '\\underline'}{${part('e')}}`
    case 'groupChr':
      return `${wish('pos') === 'top' ? '\\overbrace' : '\\underbrace'}{${part('e')}}`
    case 'borderBox':
      return `\\boxed{${part('e')}}`
    case 'm':
      return `\\begin{matrix}${rowsIn(element, 'mr').map(cellsOf).join(' \\\\ ')}\\end{matrix}`
    case 'eqArr':
      return `\\begin{aligned}${rowsIn(element, 'e').map(alignedLine).join(' \\\\ ')}\\end{aligned}`
    default:
      // Properties say how it looks.
      return nameOf(element).endsWith('Pr') ? '' : inside(element.children)
  }
}

const partOf = (element: Element, name: string): Element | undefined =>
  element.children.filter(isElement).find((each) => nameOf(each) === name)
const rowsIn = (element: Element, name: string): readonly Element[] =>
  element.children.filter(isElement).filter((each) => nameOf(each) === name)
const cellsOf = (row: Element): string =>
  rowsIn(row, 'e')
    .map((cell) => inside(cell.children))
    .join(' & ')
/** Ampersands are where lines are aligned. */
const alignedLine = (line: Element): string => inside(line.children).replaceAll(String.raw`\&`, '&')

/** A value among the properties of an element; undefined when it is not given. */
function wishOf(element: Element, name: string): string | undefined {
  const properties = element.children.filter(isElement).find((each) => nameOf(each).endsWith('Pr'))
  const wish = properties && partOf(properties, name)
  return wish && (wish.attribs['m:val'] ?? wish.attribs['val'] ?? '')
}

function runLatex(run: Element): string {
  const text = rowsIn(run, 't')
    .flatMap(({ children }) => children)
    .map((node) => ('data' in node ? node.data : ''))
    .join('')
  const properties = partOf(run, 'rPr')
  const isPlain = properties !== undefined && partOf(properties, 'nor') !== undefined
  const isText = (isPlain && text.trim() !== '') || /\p{Script=Han}/u.test(text)
  return isText ? `\\text{${escaped(text)}}` : escaped(text)
}

/** No sign of it ends a cell of a table, or the formula. */
const escaped = (text: string): string => text.replaceAll(/[\\{}$%#&_^~|`\n]/g, (sign) => ESCAPES[sign] ?? '')
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\\': '{\\backslash}', '^': '{\\wedge}', '~': '{\\sim}', '|': '{\\vert}', '`': "'", '\n': ' ' },
  ...Object.fromEntries([...'{}$%#&_'].map((sign) => [sign, `\\${sign}`])),
}

function fraction(above: string, below: string, type: string | undefined): string {
  if (type === 'lin' || type === 'skw') return `{${above}}/{${below}}`
  return type === 'noBar' ? `{${above} \\atop ${below}}` : `\\frac{${above}}{${below}}`
}

const root = (degree: string, of: string): string => (degree === '' ? `\\sqrt{${of}}` : `\\sqrt[${degree}]{${of}}`)
const lowerLimit = (of: string, limit: string): string =>
  isFunction(of) ? `\\${bare(of)}_{${limit}}` : `\\underset{${limit}}{${of}}`

function operator(sign: string, part: (name: string) => string): string {
  const [below, above] = [part('sub'), part('sup')]
  const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`
  return `${OPERATORS[sign] ?? escaped(sign)}${limits}{${part('e')}}`
}
const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '∑': '\\sum', '∏': '\\prod', '∐': '\\coprod', '∫': '\\int', '∬': '\\iint', '∭': '\\iiint', '∮': '\\oint' },
  ...{ '⋃': '\\bigcup', '⋂': '\\bigcap', '⋁': '\\bigvee', '⋀': '\\bigwedge' },
}

function delimited(element: Element): string {
  const parts = rowsIn(element, 'e').map((each) => inside(each.children))
  const separator = escaped(wishOf(element, 'sepChr') ?? '|')
  const [open, close] = [wishOf(element, 'begChr') ?? '(', wishOf(element, 'endChr') ?? ')']
  return `\\left${delimiter(open)}${parts.join(separator)}\\right${delimiter(close)}`
}
const delimiter = (sign: string): string => DELIMITERS[sign] ?? '.'
const DELIMITERS: Readonly<Record<string, string>> = {
  ...{ '(': '(', ')': ')', '[': '[', ']': ']', '{': '\\{', '}': '\\}', '|': '\\vert ', '‖': '\\Vert ' },
  ...{ '⌊': '\\lfloor ', '⌋': '\\rfloor ', '⌈': '\\lceil ', '⌉': '\\rceil ', '⟨': '\\langle ', '⟩': '\\rangle ' },
  ...{ '〈': '\\langle ', '〉': '\\rangle ' },
}

const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim ln log max min sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)
const isFunction = (name: string): boolean => FUNCTIONS.has(bare(name))
/** Word writes names upright. */
const bare = (name: string): string => /^\\text\{(\w+)\}$/.exec(name)?.[1] ?? name
function functionName(name: string): string {
  if (isFunction(name)) return `\\${bare(name)}`
  return /^\w+$/.test(bare(name)) ? `\\operatorname{${bare(name)}}` : name
}

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '\u0302': '\\hat', '\u0303': '\\tilde', '\u0304': '\\bar', '\u0305': '\\overline', '¯': '\\bar' },
  ...{ '\u20D7': '\\vec', '\u0307': '\\dot', '\u0308': '\\ddot', '\u030C': '\\check', '\u0306': '\\breve' },
}
