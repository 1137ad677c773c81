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

  it('are addresses by themselves where these are asked for, and none that is in HTML, code or the notation of a link', async () => {
    const own = 'http://docs.test/5/31'
    const made = (text: string) =>
      withTargets(
        text,
        async () => null,
        async (address) => (address.startsWith(own) ? { text: own, target: '/31' } : null),
      )
    const kept = [
      `<table><tr><td>at ${own}</td></tr></table>`,
      `<div>\nat ${own}\n</div>`,
      `<a href="/x">at ${own}</a> and <b title="at ${own}">b</b>`,
      `<!-- at\n\n${own} -->`,
      `<style>\n\n/* ${own} */</style>`,
      `[a](${own}(a)) [b](<${own}(a)>)`,
      `> [1]: ${own}(a)`,
      `> \`\`\`\n> ${'x'.repeat(3_000)}\n> ${own}\n> \`\`\``,
    ]

    for (const text of kept) expect(await made(text)).toBe(text)
    const link = `[${own}](/31)`
    expect(await made(`at ${own}, <${own}>`)).toBe(`at ${link}, ${link}`)
    expect(await made(`> at ${own}\n\n<b>c</b> < ${own}`)).toBe(`> at ${link}\n\n<b>c</b> < ${own}`)
    expect(await made(`a <b>c</b> <br> ${own}\n\n<p>d</p>\n\n${own}`)).toBe(
      `a <b>c</b> <br> ${link}\n\n<p>d</p>\n\n${link}`,
    )
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
