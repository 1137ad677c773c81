import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = 'web/i18n'
const namespaces = globSync(`${FOLDER}/en/*.json`).map((path) => path.replaceAll('\\', '/').split('/').at(-1) ?? '')
const textsOf = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(`${FOLDER}/${language}/${file}`, 'utf8')) as Record<string, string>

const byCode = (a: string, b: string) => (a < b ? -1 : Number(a > b))
// Chinese has one plural form, English two.
const folded = (key: string) => key.replace(/_(one|other)$/, '')
const keysOf = (texts: object) => [...new Set(Object.keys(texts).map(folded))]
const variablesOf = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map((found) => found[1] ?? '').sort(byCode)

/** `{{count}} pages`, or a count formatted as `{{number}}`. */
const printsPlural = (text: string) => /{{(count|number)}} (?:[a-z]+ )?[a-z]+s\b/.test(text)
const hasFormForOne = (key: string, texts: object) => `${folded(key)}_one` in texts

const sources = globSync('web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

// As it is, or as the end of a family: `face.${face}`.
const isUsed = (key: string) =>
  sources.includes(key) || sources.includes(`${key.slice(0, key.lastIndexOf('.') + 1)}\${`)

describe('the texts of the web', () => {
  it('has the same namespaces in both languages', () => {
    expect(
      globSync(`${FOLDER}/zh-cn/*.json`)
        .map((path) => path.split('/').at(-1))
        .sort(),
    ).toEqual([...namespaces].sort())
  })

  it.each(['en', 'zh-cn'])('the help names the faces of the editor as the editor does, in %s', (language) => {
    const help = readFileSync(`server/demo/content/help/${language}/writing-pages.md`, 'utf8')
    const editor = textsOf(language, 'editor.json')

    const named = [...help.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name)

    expect(named).toEqual([editor['face.rich'], editor['face.source'], editor['face.split']])
  })

  it.each(namespaces)('[GEN-02] %s has the same keys in both languages, none empty', (file) => {
    expect(keysOf(textsOf('zh-cn', file))).toEqual(keysOf(textsOf('en', file)))
    for (const language of ['en', 'zh-cn']) {
      expect(Object.entries(textsOf(language, file)).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })

  it.each([
    ['success', 'account', 'setting.saved'],
    ['op_success', 'groups', 'saved'],
    ['copy_success', 'common', 'copy.done'],
    ['auth_success', 'teams', 'authority.authSuccess'],
    ['cat_success', 'teams', 'authority.catSuccess'],
    ['save success', 'settings', 'base.saved'],
    ['deleted successfully', 'catalog', 'catalog.deleted'],
  ])('[ERR-16] says %s in both languages', (_, file, key) => {
    const said = (language: string) => textsOf(language, `${file}.json`)[key]

    expect(said('en')).toMatch(/^[\w ]+$/)
    expect(said('zh-cn')).toMatch(/^\p{Script=Han}+$/u)
  })

  it.each(namespaces)('%s uses the same variables in both languages', (file) => {
    const chinese = textsOf('zh-cn', file)

    for (const [key, text] of Object.entries(textsOf('en', file))) {
      const counterpart = chinese[key] ?? chinese[`${folded(key)}_other`] ?? chinese[folded(key)] ?? ''
      // "One conflict" names no count.
      const expected = key.endsWith('_one') ? variablesOf(counterpart) : variablesOf(text)
      expect([key, variablesOf(counterpart)]).toEqual([key, expected])
    }
  })

  it.each(namespaces)('%s has a form for one wherever it prints a count of things in English', (file) => {
    const english = textsOf('en', file)

    expect(Object.entries(english).filter(([key, text]) => printsPlural(text) && !hasFormForOne(key, english))).toEqual(
      [],
    )
  })

  it.each(namespaces)('%s is sorted and every text is used', (file) => {
    const keys = keysOf(textsOf('en', file))

    expect(keys).toEqual([...keys].sort(byCode))
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })
})
