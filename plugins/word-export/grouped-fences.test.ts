import { latexToMath } from 'docx/math'
import { describe, expect, it } from 'vitest'
import { groupedFences } from './grouped-fences.ts'

describe('the fences of a formula', () => {
  it.each([
    ['(-1)^n', String.raw`\left(-1\right)^n`],
    [String.raw`\frac{(-1)^{n}}{n}`, String.raw`\frac{\left(-1\right)^{n}}{n}`],
    ['((a)b) ^2', String.raw`\left((a)b\right) ^2`],
    ['(a)(b)_1', String.raw`(a)\left(b\right)_1`],
    ["f(x)'", String.raw`f\left(x\right)'`],
    ['(a,b]^2', String.raw`\left(a,b\right]^2`],
    [String.raw`\{a\}^2`, String.raw`\left\{a\right\}^2`],
    [String.raw`\bigl(a\bigr)^2`, String.raw`\left(a\right)^2`],
    ['|x|', String.raw`\left|x\right|`],
    ['|x|+|y|^2', String.raw`\left|x\right|+\left|y\right|^2`],
    ['||x||_2', String.raw`\left\|x\right\|_2`],
    ['|(a|b)|', String.raw`\left|(a\mid b)\right|`],
    ['P(A|B)=P(B|A)', String.raw`P(A\mid B)=P(B\mid A)`],
    [String.raw`\{x | x>0\}`, String.raw`\{x \mid  x>0\}`],
    [String.raw`\{x | |x|<1\}`, String.raw`\{x \mid  \left|x\right|<1\}`],
    [String.raw`|\langle u,v\rangle|`, String.raw`\left|\langle u,v\rangle\right|`],
    [String.raw`\langle a|b\rangle\langle b|a\rangle`, String.raw`\langle a\mid b\rangle\langle b\mid a\rangle`],
    [String.raw`(|a\rangle)^2`, String.raw`\left(\mid a\rangle\right)^2`],
    [String.raw`\langle a\rangle^2`, String.raw`\left\langle a\right\rangle^2`],
  ])('%s become groups where others need them', (typed, grouped) => {
    expect(groupedFences(typed)).toBe(grouped)
    expect(() => latexToMath(grouped)).not.toThrow()
  })

  it.each([
    'f(x)',
    'a^{2}',
    String.raw`\left(a\right)^2`,
    String.raw`\left|x\right|`,
    String.raw`\left\{ x \middle| y \right\}`,
    String.raw`\sqrt[3]{x}`,
    String.raw`\begin{pmatrix} (a & b)^2 \\ c & d \end{pmatrix}`,
    String.raw`\begin{array}{c|c} a & b \end{array}`,
    String.raw`\text{(as typed)^2 | so}`,
    String.raw`\text {as typed | so}`,
    ')^2',
    '(a^2',
    '}^2{',
    '',
  ])('%s stays as it is', (typed) => {
    expect(groupedFences(typed)).toBe(typed)
  })
})
