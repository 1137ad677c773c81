import katex from 'katex'
import { expect, it } from 'vitest'
import { formulaLatex } from './formula-latex.ts'

const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const part = (name: string, inner: string) => `<m:${name}>${inner}</m:${name}>`
const wish = (name: string, wishes: Readonly<Record<string, string>>) =>
  part(
    name,
    Object.entries(wishes)
      .map(([each, value]) => `<m:${each} m:val="${value}"/>`)
      .join(''),
  )

it.each([
  ['a text with signs of LaTeX', run('a_b 50% {c} | d'), String.raw`a\_b 50\% \{c\} {\vert} d`],
  ['a text in Chinese', run('速度'), String.raw`\text{速度}`],
  ['a fraction', part('f', part('num', run('a')) + part('den', run('b+c'))), String.raw`\frac{a}{b+c}`],
  [
    'a fraction in one line',
    part('f', wish('fPr', { type: 'lin' }) + part('num', run('a')) + part('den', run('b'))),
    '{a}/{b}',
  ],
  [
    'a power of an index',
    part('sSubSup', part('e', run('x')) + part('sub', run('i')) + part('sup', run('2'))),
    '{x}_{i}^{2}',
  ],
  ['a root', part('rad', part('deg', run('3')) + part('e', run('x'))), String.raw`\sqrt[3]{x}`],
  [
    'a sum',
    part('nary', wish('naryPr', { chr: '∑' }) + part('sub', run('i=1')) + part('sup', run('n')) + part('e', run('i'))),
    String.raw`\sum_{i=1}^{n}{i}`,
  ],
  ['brackets', part('d', wish('dPr', { begChr: '{', endChr: '' }) + part('e', run('x'))), String.raw`\left\{x\right.`],
  [
    'a limit',
    part('func', part('fName', part('limLow', part('e', run('lim')) + part('lim', run('x→0')))) + part('e', run('x'))),
    String.raw`\lim_{x→0}{x}`,
  ],
  ['a function', part('func', part('fName', run('sin')) + part('e', run('x'))), String.raw`\sin{x}`],
  ['an accent', part('acc', wish('accPr', { chr: '⃗' }) + part('e', run('v'))), String.raw`\vec{v}`],
  [
    'a matrix',
    part('m', ['ab', 'cd'].map((row) => part('mr', [...row].map((cell) => part('e', run(cell))).join(''))).join('')),
    String.raw`\begin{matrix}a & b \\ c & d\end{matrix}`,
  ],
  [
    'aligned equations',
    part('eqArr', part('e', run('a&amp;=b')) + part('e', run('c&amp;=d'))),
    String.raw`\begin{aligned}a&=b \\ c&=d\end{aligned}`,
  ],
  ['something unknown', part('newThing', part('e', run('x'))), 'x'],
])('%s of Word is a formula that can be shown', (_, xml, latex) => {
  expect(formulaLatex(`<m:oMath>${xml}</m:oMath>`)).toBe(latex)
  expect(() => katex.renderToString(latex, { strict: false })).not.toThrow()
})
