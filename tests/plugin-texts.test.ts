import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Texts by key, in groups of any depth. */
interface Texts {
  readonly [key: string]: string | Texts
}

const folders = globSync('plugins/*/locales').map((folder) => folder.replaceAll('\\', '/'))
const textsOf = (folder: string, language: string): Texts =>
  JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')) as Texts

// Chinese has one plural form, English two.
const folded = (key: string) => key.replace(/_(one|other)$/, '')
const entriesOf = (texts: Texts, group = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${group}${key}`, text] as const] : entriesOf(text, `${group}${key}.`),
  )
const keysOf = (texts: Texts) => [...new Set(entriesOf(texts).map(([key]) => folded(key)))]
const variablesOf = (text: string) => (text.match(/{{?\s*\w+/g) ?? []).toSorted()

describe('the texts of the plugins', () => {
  it('are found', () => {
    expect(folders).not.toEqual([])
  })

  it.each(folders)('[GEN-02] %s has the same keys in both languages, none empty', (folder) => {
    expect(keysOf(textsOf(folder, 'zh-cn'))).toEqual(keysOf(textsOf(folder, 'en')))
    for (const language of ['en', 'zh-cn'])
      expect(entriesOf(textsOf(folder, language)).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(folders)('%s has a form for one wherever it prints a count of things in English', (folder) => {
    const english = new Map(entriesOf(textsOf(folder, 'en')))
    // `{{count}} pages`, or a count formatted as `{{number}}`.
    const plural = [...english].filter(([, text]) => /{{(count|number)}} (?:[a-z]+ )?[a-z]+s\b/.test(text))

    expect(plural.filter(([key]) => !english.has(`${folded(key)}_one`))).toEqual([])
  })

  it.each(folders)('%s uses the same variables in both languages', (folder) => {
    const chinese = new Map(entriesOf(textsOf(folder, 'zh-cn')))

    for (const [key, text] of entriesOf(textsOf(folder, 'en'))) {
      const counterpart = chinese.get(key) ?? chinese.get(`${folded(key)}_other`) ?? chinese.get(folded(key)) ?? ''
      // "One conflict" names no count.
      const expected = key.endsWith('_one') ? variablesOf(counterpart) : variablesOf(text)
      expect([key, variablesOf(counterpart)]).toEqual([key, expected])
    }
  })
})
