import type { Amount, HostileImport } from './hostile-import.ts'
import { rawZip } from './raw-zip.ts'

const text = (
  fileName: string,
  name: string,
  problem: RegExp | null,
  content: () => string | Buffer,
): HostileImport => ({
  name,
  fileName,
  problem,
  bytes: () => Buffer.from(content()),
})
const html = (name: string, problem: RegExp | null, body: () => string): HostileImport =>
  text('a.html', `an HTML file ${name}`, problem, () => `<!doctype html><html><body>${body()}`)

/** Neighbours that become one text. */
export const wordsInElements = (count: number): string => '<span>a</span>'.repeat(count)

const SCRIPTED =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="javascript:alert(1)"/></svg>'

/** @param outside an address that nothing may be fetched from */
export const hostileTexts = (outside: string, amount: Amount): readonly HostileImport[] => [
  html(
    'with scripts, styles and frames',
    null,
    () =>
      `<script src="${outside}"></script><style>@import "${outside}"</style><link rel=stylesheet href="${outside}"><iframe src="${outside}"></iframe><img src="${outside}/a.png" onerror="alert(1)"><a href="javascript:alert(1)">a</a><a href="data:text/html,<script>alert(1)</script>">b</a><meta http-equiv=refresh content="0;${outside}"><object data="${outside}"></object><base href="${outside}"><form action="${outside}"><input></form><p>text</p>`,
  ),
  html(
    'with a picture that is a script',
    null,
    () => `<img src="data:image/svg+xml;base64,${Buffer.from(SCRIPTED).toString('base64')}"><p>text</p>`,
  ),
  html('with 100,000 elements in elements', /nested too deeply/, () => '<div>'.repeat(100_000)),
  html(
    'whose marks are never closed',
    /nested too deeply/,
    () => Array.from({ length: 390 }, (_, at) => `<font size="${at}">`).join('') + '<p>a'.repeat(200_000),
  ),
  html('with lists in lists', /nested too deeply/, () => '<ul><li>a'.repeat(50_000)),
  html('with table parts that are misplaced', /nested too deeply/, () => '<table>' + '<b>a<td>b<tr>'.repeat(5_000)),
  html(
    'with cells over thousands of columns',
    null,
    () => `<table>${'<tr><td colspan=1000 rowspan=65534>a</td></tr>'.repeat(100)}</table>`,
  ),
  html(
    'with a mark of a million attributes',
    /one of its elements has too many attributes/,
    () => `<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}=b`).join(' ')}>text</p>`,
  ),
  html('of 900,000 paragraphs', /too many elements/, () => '<p>a</p>'.repeat(900_000)),
  html('of a million line breaks', /too many elements/, () => '</br>'.repeat(1_000_000)),
  html('of 7 MB of signs', /characters/, () => '<'.repeat(7_000_000)),
  html('of nothing but references to characters', null, () => '&amp;'.repeat(amount(1_400_000))),
  html('of words of one element each', null, () => wordsInElements(amount(100_000))),
  html('of elements that nobody knows', null, () => '<x-y></x-y>'.repeat(amount(100_000))),
  html('of hidden words', null, () => '<span hidden>a</span>'.repeat(amount(100_000))),
  html('of paragraphs in lines of their own', null, () => '<p>a</p>\n'.repeat(amount(100_000))),
  html('of a bold text of signs', null, () => `<b>a${'!'.repeat(amount(1_000_000))}a</b>a`),
  html('of asterisks', null, () => '*'.repeat(amount(500_000))),
  html(
    'with lines in hundreds of quotations',
    /characters/,
    () => '<blockquote>'.repeat(390) + 'a<br>'.repeat(amount(100_000)),
  ),
  html('of bold spaces', null, () => '<b> </b>'.repeat(amount(10_000))),
  html('of bold signs beside words', null, () => 'a<b>!</b>'.repeat(amount(10_000))),
  html('of 9 MB', /8 MB/, () => 'a'.repeat(9_000_000)),
  html('that is no text', /kind of file cannot be imported/, () => '\0'.repeat(1_000)),
  text('a.md', 'markdown of 9 MB', /8 MB/, () => 'a'.repeat(9_000_000)),
  text('a.md', 'markdown of 3 million characters', /characters/, () => 'a'.repeat(3_000_000)),
  text('a.md', 'markdown whose heading takes long', /characters/, () => `# ${'[a]('.repeat(1_900_000)}`),
  text('a.md', 'markdown whose heading is a text of brackets', null, () => `# ${'[a](('.repeat(390_000)}`),
  text(
    'a.md',
    'markdown with scripts',
    null,
    () =>
      `<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![b](data:text/html,a) <img src=x onerror=alert(1)> <style>@import "${outside}"</style>`,
  ),
  text('a.md', 'markdown whose title is invisible', null, () => `---\ntitle: "\u202Egnp.exe\\0"\n---\ntext`),
  {
    name: 'a zip with a picture that is a script',
    fileName: 'a.zip',
    problem: null,
    bytes: () =>
      rawZip([
        { name: 'a.md', content: '![a](a.svg) [b](b.html)' },
        { name: 'a.svg', content: SCRIPTED },
        { name: 'b.html', content: '<script>alert(1)</script>' },
      ]),
  },
  {
    name: 'an archive of its own whose list is a bomb',
    fileName: 'a.zip',
    problem: /more than 200 times its size; its largest file is octavo\.json/,
    bytes: () => rawZip([{ name: 'octavo.json', content: Buffer.alloc(amount(200_000_000), ' '), size: 200_000_000 }]),
  },
  {
    name: 'an archive of its own with a page twice',
    fileName: 'a.zip',
    problem: /octavo\.json has two pages with the id p1/,
    bytes: () =>
      rawZip([
        {
          name: 'octavo.json',
          content: JSON.stringify({
            format: 'octavo-markdown',
            version: 1,
            item: { name: 'a', description: '' },
            pages: [
              { id: 'p1', title: 'a', file: 'a.md' },
              { id: 'p1', title: 'b', file: 'a.md' },
            ],
            catalogs: [],
            files: [],
          }),
        },
        { name: 'a.md', content: 'a' },
      ]),
  },
  {
    name: 'an archive of its own with catalogs in catalogs',
    fileName: 'a.zip',
    problem: /levels deep|octavo\.json/,
    bytes: () =>
      rawZip([
        {
          name: 'octavo.json',
          content: `{"format":"octavo-markdown","version":1,"item":{"name":"a","description":""},"pages":[],"files":[],"catalogs":${'[{"name":"a","pages":[],"catalogs":'.repeat(2_000)}[]${'}]'.repeat(2_000)}}`,
        },
      ]),
  },
  {
    name: 'an archive of its own that names what it has not',
    fileName: 'a.zip',
    problem: /the file is damaged \(\.\.\/\.\.\/etc\/passwd\)/,
    bytes: () =>
      rawZip([
        {
          name: 'octavo.json',
          content: JSON.stringify({
            format: 'octavo-markdown',
            version: 1,
            item: { name: 'a', description: '' },
            pages: [{ id: 'p1', title: 'a', file: '../../etc/passwd' }],
            catalogs: [],
            files: [],
          }),
        },
      ]),
  },
]
