import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withTargets } from './link-targets.ts'

/** Every target in capital letters. */
const changed = (text: string): Promise<string> => withTargets(text, async (target) => target.toUpperCase())

/** The same for texts without blocks of code, by one expression that looks for the end of code from each backtick. */
const REFERENCE =
  /(?<!`)(?<ticks>`+)(?!`)(?:[^\n]|\n(?!\s*\n)){0,2000}?(?<!`)\k<ticks>(?!`)|(?<=\]\()(?<target>[^\s<>()]+)(?=[\s)])/g
const byReference = (text: string): string =>
  text.replaceAll(REFERENCE, (found, ...rest) => {
    const { target } = rest.at(-1) as { readonly target?: string }
    return target === undefined ? found : found.toUpperCase()
  })

describe('targets of links', () => {
  it('are those of links in all notations, and of none in code', async () => {
    const text = [
      '[a](one) ![b](<two>) <a href="three">c</a> <img src="four">',
      '`[d](five)` ``[e](six) ` [f](six)`` [g](seven) ` [h](eight)',
      '```\n[i](nine)\n```\n\n[j]: ten "title"',
    ].join('\n\n')

    expect(await changed(text)).toBe(
      text.replaceAll(/\b(?:one|two|three|four|seven|eight|ten)\b/g, (target) => target.toUpperCase()),
    )
  })

  it('stay where the function keeps them', async () => {
    const kept = await withTargets('[a](x) [b](y) [c](x)', async (target) => (target === 'x' ? 'z' : null))

    expect(kept).toBe('[a](z) [b](y) [c](z)')
  })

  it('are found beside any code within lines', async () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '```a',
      '\n',
      '\n\n',
      ' \n \n',
      'text',
      ' ',
      '[l](target)',
      '](t ',
      'x'.repeat(1_990),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 24 }), async (pieces) => {
        // Nothing here begins a block of code.
        const text = `.${pieces.join('')}`.replaceAll(/^ {0,3}```/gm, '.```')
        expect(await changed(text)).toBe(byReference(text))
      }),
    )
  })

  it('are found, however many backticks begin no code', async () => {
    const block = Array.from({ length: 60 }, (_, at) => `a${'`'.repeat(at + 1)}`)
      .join('')
      .padEnd(2_100, 'b')
    const text = `[a](target) ${block.repeat(900)}`

    expect(await changed(text)).toBe(text.replace('target', 'TARGET'))
  })
})
