import { expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { pageKind } from '#plugins/spreadsheet/kind.ts'
import { sampleItems } from '#server/demo/sample-items.ts'

it.each(LANGUAGES)('the samples have sheets whose formulas come to something: %s', async (language) => {
  const sheets = (await sampleItems(language)).flatMap((item) => item.sheets ?? [])

  expect(sheets).toHaveLength(1)
  for (const content of sheets) {
    const markdown = pageKind.render(content, { language, globalParams: null })
    expect(markdown).toContain('| TENT-2P-GRN |')
    expect(markdown).toContain('| 56,145.50 | 100.0% |')
    expect(markdown).not.toMatch(/\| (?:=|#(?:REF|NAME|VALUE|DIV|N))/)
  }
})
