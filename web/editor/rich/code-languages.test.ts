import { expect, it } from 'vitest'
import { highlightedLanguage } from '#adapters/markdown/highlight.ts'
import { CODE_LANGUAGES } from './code-languages.ts'

it('every language that is offered is drawn or shown in colours', () => {
  const unknown = CODE_LANGUAGES.filter((name) => name !== 'mermaid' && highlightedLanguage(name) !== name)

  expect(unknown).toEqual([])
})
