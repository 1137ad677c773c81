import { expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { pageKind } from '#plugins/spreadsheet/kind.ts'
import mock from '#plugins/mock/plugin.ts'
import tryIt from '#plugins/try-it/plugin.ts'
import { sampleItems } from '#server/demo/sample-items.ts'
import { SAMPLE_DOMAINS } from '#web/parts/use-sample-path.ts'

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

it('the samples answer for a call and let it be tried, with operations that are there', async () => {
  const samples = await sampleItems('en')
  const operations: Readonly<Record<string, object>> = { ...mock.operations, ...tryIt.operations }
  const files = samples.flatMap(({ catalogs }) => catalogs.flatMap(({ pages }) => pages.map(({ file }) => file)))

  const calls = samples.flatMap((sample) => sample.calls)

  expect(calls.map(({ operation }) => operation)).toEqual(['mock.add', 'tryIt.keepEnvironments'])
  for (const { operation, page } of calls) {
    const [group = '', name = ''] = operation.split('.')
    expect(operations[group]).toHaveProperty(name)
    if (page !== undefined) expect(files).toContain(page)
  }
})

it('the home page and the menu of a page lead to the samples in the language of whoever reads', async () => {
  for (const language of LANGUAGES) {
    const samples = await sampleItems(language)
    const led = Object.values(SAMPLE_DOMAINS).map((domains) => domains[language])

    expect(samples.map(({ domain }) => domain)).toEqual(expect.arrayContaining(led))
    expect(samples.filter(({ isGuide }) => isGuide).map(({ domain }) => domain)).toEqual([
      SAMPLE_DOMAINS.help[language],
    ])
  }
  const [chinese, english] = await Promise.all(LANGUAGES.map(sampleItems))
  expect(chinese?.map(({ domain }) => domain)).not.toEqual(english?.map(({ domain }) => domain))
})
