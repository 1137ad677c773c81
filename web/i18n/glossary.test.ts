import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Texts {
  readonly [key: string]: string | Texts
}
interface Text {
  /** Its file and key. */
  readonly place: string
  readonly text: string
}

const flat = (texts: Texts, before: string): readonly Text[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [{ place: before + key, text }] : flat(text, `${before}${key}.`),
  )
const textsOf = (language: string): readonly Text[] =>
  [`web/i18n/${language}/*.json`, `plugins/*/locales/${language}.json`, `server/locales/*${language}.json`]
    .flatMap((files) => globSync(files))
    .flatMap((file) => flat(JSON.parse(readFileSync(file, 'utf8')) as Texts, `${file} `))
    // What people may type to find something.
    .filter(({ place }) => !/words(\.\w+)?$/i.test(place))
    .map(({ place, text }) => ({ place, text: text.replaceAll(/{{?.*?}}?/g, '') }))

const rows = readFileSync('web/i18n/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
const wordsIn = (cell = ''): readonly string[] =>
  cell
    .replaceAll(/\(.*?\)/g, '')
    .split(/[,;、；]/)
    .map((word) => word.trim())
    .filter((word) => !['', '–'].includes(word))

const terms = new Set(rows.flatMap(([, english, chinese]) => [...wordsIn(english), ...wordsIn(chinese)]))
/**
 * Words that mean something else elsewhere, by a term of their own or by what the list says in brackets, cannot be told
 * apart here.
 */
const wrongWords = rows
  .flatMap(([, , , , not = '']) => wordsIn(not.replaceAll(/[^,;]*\(.*?\)/g, '')))
  .filter((word) => !terms.has(word))

/** Where such a word is the right one, because it says something else. */
const RIGHT: Readonly<Record<string, RegExp>> = {
  project: /home\.beginFirst|list\.empty/,
  space: /list\.used|hint\.|tab\.space|site\.limits|space\.|Full$|tooMany|tooMuch/,
  // Of a disk or a mailbox.
  folder: /reset\.sent|backstage.*(backups|plugins|showdoc)\./,
  // Documents as such, or an API document.
  document: /account\.json|home\.json|singleHint|tipByTool|plugins\/(try-it|open-api|mock|api-document)/,
  demo: /home\.demo/,
  // While a file is on its way, and what is no attachment.
  upload: /files\.json|fileHint|backstage.*(plugins|showdoc)\./,
  // What people do with a team.
  join: /ofDirectory|ldap-login/,
  // The name of a folder.
  public: /showdoc\.uploadText/,
  'single page': /field\.type\.single/,
  // Of files, from one storage to another.
  迁移: /files\.place|storageLocal|moveFiles|moveStarted/,
}

it.each(wrongWords)('no text says “%s”, which the glossary calls otherwise', (word) => {
  const isChinese = /\p{Script=Han}/u.test(word)
  const said = isChinese ? new RegExp(word) : new RegExp(`\\b${word}s?\\b`, 'i')

  const places = textsOf(isChinese ? 'zh-cn' : 'en').flatMap(({ place, text }) => (said.test(text) ? [place] : []))

  expect(places.filter((place) => !RIGHT[word]?.test(place))).toEqual([])
  expect(RIGHT[word] !== undefined && places.length === 0, 'an exception that nothing needs').toBe(false)
})

it('Chinese says 你, also in sample content and in what a move leaves', () => {
  const files = [
    'web/i18n/zh-cn/*.json',
    'plugins/*/locales/zh-cn.json',
    'server/**/*.{ts,json}',
    'server/**/zh-cn/*.md',
  ]

  const polite = [...files, 'plugins/**/*.{ts,tsx}'].flatMap((each) =>
    globSync(each, { exclude: ['**/node_modules/**'] }),
  )

  expect(polite.length).toBeGreaterThan(100)
  expect(polite.filter((file) => readFileSync(file, 'utf8').includes('您'))).toEqual([])
})
