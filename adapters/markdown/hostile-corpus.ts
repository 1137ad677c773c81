/** Texts of 100 KB that take long to render, one for each syntax, repeated and nested. For tests and attacks only. */
export interface HostileText {
  readonly name: string
  readonly text: string
}

const LENGTH = 100_000

/** All of them, generated anew by each call. */
export function* hostileCorpus(length = LENGTH): Generator<HostileText> {
  for (const [name, piece] of Object.entries(REPEATED)) yield { name: `${name}, repeated`, text: filled(piece, length) }
  for (const [name, [opening, middle, closing]] of Object.entries(NESTED)) {
    const count = Math.floor((length - middle.length) / (opening.length + closing.length))
    yield { name: `${name}, nested`, text: opening.repeat(count) + middle + closing.repeat(count) }
  }
  for (const [name, piece] of Object.entries(COUNTED)) {
    const parts: string[] = []
    for (let number = 0, size = 0; size < length; number += 1) {
      const part = piece(number)
      parts.push(part)
      size += part.length
    }
    yield { name: `${name}, counted`, text: parts.join('').slice(0, length) }
  }
  for (const [name, make] of Object.entries(SHAPED)) yield { name, text: make(length).slice(0, length) }
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const REPEATED: Readonly<Record<string, string>> = {
  'open formulas': '$$\n',
  'open formulas with text': '$$a\n',
  'open formulas behind blank lines': '$$ x\n\n',
  'open formulas in quotes': '> $$ x\n',
  'open formulas in a list': '- $$ x\n',
  'formulas that end a line of text': 'a $$\n',
  dollars: '$',
  'dollars with letters': '$a',
  'dollars with letters and blanks': '$a ',
  'pairs of dollars with letters': '$$a ',
  'escaped dollars': '\\$',
  'a formula of escapes': '$\\a',
  stars: '*',
  'stars with letters': '*a',
  'open emphasis': '**a ',
  'mixed emphasis': '*a_ ',
  'emphasis around emphasis': 'a**b*c_',
  'emphasis in Chinese': '中**文',
  'emphasis with punctuation in Chinese': '**中。**',
  underscores: '_a_',
  tildes: '~~a',
  'open brackets': '[',
  'closed brackets': ']',
  'brackets with letters': '[a',
  'open links': '[a](',
  'open links with angles': '[a](<b',
  'open links with titles': '[a](b "',
  'links in links': '[a](b)[',
  pictures: '![a](b)',
  'open pictures': '![',
  'pictures of other sites': '![a](https://example.org/a)',
  'short pictures of other sites': '![](//a)',
  'references nobody made': '[a][b]',
  'open references': '[a]: ',
  'open titles of references': '[a]: b "\n',
  backticks: '`',
  'backticks with letters': '`a',
  'open code': '``a`',
  'open fences': '```\n',
  'fences of tildes': '~~~\n',
  'open fences in quotes': '> ```\n',
  'angle brackets': '<',
  'open tags': '<a',
  'open tags with attributes': '<a b="',
  'tags with attributes': '<a href="x" ',
  tags: '<b>',
  placeholders: '<token>',
  comments: '<!--',
  'comments, nearly closed': '<!-- a -->b<!--',
  'processing instructions': '<?',
  declarations: '<!A ',
  'character data': '<![CDATA[',
  'HTML blocks': '<div>\n',
  'HTML scripts': '<script>\n',
  'unclosed details': '<details><summary>',
  addresses: 'https://example.org/ ',
  'addresses without blanks': 'https://example.org/https://',
  slashes: 'http://',
  'addresses of mail': 'a@b.cc ',
  'at signs': 'a@',
  dots: 'a.',
  autolinks: '<https://a>',
  'open autolinks': '<https://a',
  entities: '&amp;',
  'open entities': '&#',
  ampersands: '&a',
  backslashes: '\\',
  'line breaks': 'a  \n',
  'blank lines': '\n',
  tabs: '\t',
  headings: '# a\n',
  'parts under headings': '## a\n',
  'marks of contents': '[TOC]\n\n',
  'marks of contents beside headings': '[TOC]\n\n# a\n\n',
  'headings with an underline': 'a\n=\n',
  'one heading of signs': '# #',
  rules: '* * *\n',
  'one long rule': '- ',
  lists: '- a\n',
  'numbered lists': '1. a\n',
  tasks: '- [ ] a\n',
  'empty tasks': '- [ ] \n',
  'tasks with boxes': '- [ ] [ ] ',
  'table rows': '|a|b|\n|-|-|\n',
  'loose table rows': '|a|b|\n|- -|-- -|\n',
  'loose tables': '|a|b|\n|- -|-- -|\n\n',
  'loose tables in quotes': '> |a|b|\n> |- -|-- -|\n\n',
  'loose rows without a head': '|- -|-- -|\n',
  pipes: '|',
  'rows without a table': '|a\n',
  callouts: '> [!NOTE]\n> a\n\n',
  'callouts without a text': '> [!NOTE]\n\n',
  'marks of callouts': '> [!NOTE]\n',
  'marks of callouts without a quote': '[!NOTE]\n',
  footnotes: '[^1]',
  'footnotes in text': '^[a]',
  'open footnotes in text': '^[',
  'texts of one footnote': '[^1]: a\n',
  diagrams: '```mermaid\na\n```\n',
  'formulas in fences': '```math\na\n```\n',
  'open formulas in fences': '```math\n',
  'code of an unknown language': '```klingon\na\n```\n',
  'code with many languages': '```json\n{"a":[\n```\n```xml\n<a b="\n```\n```ts\n`${`\n```\n',
  letters: 'a',
  Chinese: '中',
  'zero width joiners': '\u200d',
}

const NESTED: Readonly<Record<string, readonly [string, string, string]>> = {
  quotes: ['>', 'a', ''],
  'quotes with blanks': ['> ', 'a', ''],
  'lists on one line': ['- ', 'a', ''],
  'numbers on one line': ['1. ', 'a', ''],
  'quotes and lists': ['> - ', 'a', ''],
  brackets: ['[', 'a', ']'],
  links: ['[', 'a', '](b)'],
  pictures: ['![', 'a', '](b)'],
  'footnotes in text': ['^[', 'a', ']'],
  parentheses: ['(', 'a', ')'],
  'an address with parentheses': ['[a](b(', 'a', ')'],
  emphasis: ['*a ', 'b', ' a*'],
  'strong emphasis': ['**a', 'b', 'a**'],
  'struck text': ['~~a ', 'b', ' a~~'],
  'elements of HTML': ['<b>', 'a', '</b>'],
  'blocks of HTML': ['<div>', 'a', '</div>'],
  'lists of HTML': ['<ul><li>', 'a', '</li></ul>'],
}

const COUNTED: Readonly<Record<string, (number: number) => string>> = {
  'footnotes that name one another': (number) => `[^${number}]: [^${number + 1}]\n\n`,
  'footnotes used many times': (number) => `[^${number % 50}] [^${number % 50}]: a\n\n`,
  'texts of footnotes nobody names': (number) => `[^${number}]: a\n`,
  references: (number) => `[${number}]: /a\n[${number}]\n`,
  'headings of one name': (number) => `# a-${number % 7}\n`,
  'fences of growing length': (number) => `${'`'.repeat((number % 200) + 3)}\n`,
  'code of growing length': (number) => `${'`'.repeat(number % 500)} a `,
  'emphasis of growing length': (number) => `${'*'.repeat(number % 300)}a `,
  'rows of growing width': (number) => `|${'a|'.repeat(number % 100)}\n`,
  'lists of growing depth': (number) => `${'  '.repeat(number % 100)}- a\n`,
  'quotes of growing depth': (number) => `${'>'.repeat(number % 100)} a\n`,
  'callouts of growing depth': (number) => `${'>'.repeat(number % 100)} [!NOTE]\n`,
  'contents of many headings': (number) => (number % 9 === 0 ? '[TOC]\n\n' : `### a ${number}\n`),
  'colours of code': (number) => `\`\`\`${LANGUAGES[number % LANGUAGES.length]}\n${'{[("\'`<'.repeat(9)}\n\`\`\`\n`,
}

const LANGUAGES = [
  'json',
  'ts',
  'css',
  'xml',
  'sql',
  'yaml',
  'bash',
  'php',
  'perl',
  'ruby',
  'markdown',
  'nginx',
] as const

const inFence =
  (language: string, piece: string) =>
  (length: number): string =>
    `\`\`\`${language}\n${filled(piece, length - language.length - 10)}\n\`\`\`\n`

const SHAPED: Readonly<Record<string, (length: number) => string>> = {
  'a table as wide as it is long': (length) => {
    const width = Math.floor(Math.sqrt(length / 2))
    return [`|${'a|'.repeat(width)}`, `|${'-|'.repeat(width)}`, ...Array.from({ length: width }, () => '|a|')].join(
      '\n',
    )
  },
  'open uses of a footnote': (length) => `[^a]: b\n\n${filled('[^a', length)}`,
  'a wide table of empty rows': (length) =>
    `|${'a|'.repeat(length / 8)}\n|${'-|'.repeat(length / 8)}\n${'a\n'.repeat(length / 4)}`,
  'a loose table as wide as the text': (length) =>
    `|${'a|'.repeat(length / 10)}\n|${'- -|'.repeat(length / 10)}\n${'a|'.repeat(length / 10)}`,
  'one loose row of dashes': (length) => `|a|b|\n|${filled('- ', length)}`,
  'one loose row of blanks': (length) => `|a|b|\n|-${' '.repeat(length / 2)}-|--`.padEnd(length, '\n|-    |'),
  'an open formula over the whole text': (length) => `$${filled('a b ', length)}`,
  'one heading': (length) => `# ${filled('a-_.', length)}`,
  'one address': (length) => `https://${filled('a.b/', length)}`,
  'one address of commas': (length) => `https://a/${filled('a,', length)}`,
  'one address with open parentheses': (length) => `https://a/${filled('(', length)}`,
  'one attribute': (length) => `<a title="${filled('a&', length)}">`,
  'one tag of attributes': (length) => `<a ${filled('b=c ', length)}>`,
  'one style': (length) => `<p style="${filled('text-align:left;', length)}">`,
  'one class': (length) => `<p class="${filled('hljs-a ', length)}">`,
  'tabs before a list': (length) => `${filled('\t', length / 2)}- a\n`.repeat(2),
  'a formula in a fence': inFence('math', 'a^{b'),
  'JSON in code': inFence('json', '{"a":['),
  'TypeScript in code': inFence('ts', 'a<b<(c'),
  'regular expressions in code': inFence('js', '/[/(a'),
  'templates in code': inFence('js', '`${'),
  'CSS in code': inFence('css', 'a{b:c('),
  'XML in code': inFence('xml', '<a b="'),
  'SQL in code': inFence('sql', "'a''"),
  'shell in code': inFence('bash', '$(echo "'),
  'Perl in code': inFence('perl', 's{a}{b'),
  'PHP in code': inFence('php', '<?php <<<A\n'),
  'markdown in code': inFence('markdown', '*a _b '),
  'Swift in code': inFence('swift', '#"\\(a'),
  'C++ in code': inFence('cpp', 'a<b>::c('),
  'Makefile in code': inFence('makefile', '$(a:'),
  'numbers in code': inFence('ts', '1_0_'),
  'letters in code': inFence('ts', 'a'),
  'blanks in code': inFence('ts', ' '),
}
