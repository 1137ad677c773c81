import type { Language } from '#core/language.ts'
import { LANGUAGES } from '#core/language.ts'
import { receiptFiles } from './receipt-files.ts'
import { timeInWords, wordsOfReason } from './reasons.ts'
import type { Finding } from './plan/findings.ts'
import { RECEIPT_STYLE } from './receipt-style.ts'
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts'
import type { BrokenLink } from './prove/links.ts'
import type { Held, RoleDifference } from './prove/roles.ts'
import type { Sight, VisitorDifference } from './prove/visitors.ts'
import type { Receipt, TableReceipt } from './receipt.ts'

/**
 * A receipt for people, as one HTML document without external resources and scripts, in all languages.
 * @param first the language that is shown before somebody chooses another
 */
export const receiptPage = (receipt: Receipt, first: Language): string => `<!doctype html>
<html lang="${first}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${RECEIPT_WORDS[first].title}</title>
<style>${RECEIPT_STYLE}</style>
</head>
<body>
${LANGUAGES.map((language) => choiceOf(language, language === first)).join('\n')}
${LANGUAGES.map((language) => `<main lang="${language}">\n${contentsOf(receipt, language)}\n</main>`).join('\n')}
</body>
</html>
`

const choiceOf = (language: Language, isFirst: boolean): string =>
  `<input type="radio" name="language" id="in-${language}"${isFirst ? ' checked' : ''}><label for="in-${language}" lang="${language}">${RECEIPT_WORDS[language].ownName}</label>`

function contentsOf(receipt: Receipt, language: Language): string {
  const words = RECEIPT_WORDS[language]
  const { from, isWhole, links, roles, visitors, defaultPasswords } = receipt
  const facts = [
    ...[[words.file, from.file] as const, [words.schema, from.schema ?? words.unknown] as const],
    ...(from.item === null ? [] : [[words.onlyItem, from.item] as const]),
    [words.begunAt, timeInWords(new Date(receipt.begunAt), language)] as const,
  ]
  const verdict = isWhole ? words.whole(links.rewritten + links.readdressed > 0) : words.notWhole
  return [
    `<h1>${words.title}</h1>`,
    `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(String(value))}</dd></div>`).join('')}</dl>`,
    `<p class="${isWhole ? 'whole' : 'broken'}"><strong>${verdict}</strong></p>`,
    defaultPasswords.length > 0
      ? `<p class="broken">${escaped(words.defaultPasswords(defaultPasswords.join(', ')))}</p>`
      : '',
    from.foundHosts ? `<p>${escaped(words.foundHosts(from.foundHosts.join(', ')))}</p>` : '',
    problems(receipt, language),
    `<h2>${words.compared}</h2>`,
    `<ul>\n${proofs(receipt, words)
      .map((line) => `<li>${escaped(line)}</li>`)
      .join('\n')}\n</ul>`,
    table(
      words.tables,
      words.tableColumns,
      receipt.tables.map((each) => tableRow(each, receipt, language)),
      [1, 2, 3, 4],
    ),
    receipt.missing.length > 0 ? `<p>${escaped(words.missing(receipt.missing.join(', ')))}</p>` : '',
    table(
      words.columns,
      words.columnColumns,
      receipt.columns.map(({ table: name, columns, reason }) => [
        ...[name, columns.join(', ')],
        wordsOfReason(reason, {}, language),
      ]),
    ),
    findings(words.left, receipt.left, language),
    findings(words.changed, receipt.changed, language),
    findings(words.kept, receipt.kept, language),
    table(
      words.roles,
      words.roleColumns,
      roles.differing.map((each) => [
        ...[
          `${personOf(each, words)} (${each.userId})`,
          `${each.itemName} (${each.itemId})`,
          rightOf(each.there, words),
        ],
        each.isWider ? words.wider(rightOf(each.here, words)) : rightOf(each.here, words),
        wordsOfReason(each.reason, {}, language),
      ]),
    ),
    table(
      words.visitors,
      words.visitorColumns,
      visitors.differing.map((each) => [
        ...[wayOf(each, words), `${each.itemName} (${each.itemId})`, sightOf(each.there, language)],
        each.isWider ? words.wider(sightOf(each.here, language)) : sightOf(each.here, language),
        wordsOfReason(each.reason, each.values ?? {}, language),
      ]),
    ),
    brokenLinks(words.broken, links.broken, words),
    brokenLinks(words.changedHere, links.changedHere, words),
    brokenLinks(words.taken, links.taken, words),
    brokenLinks(words.outside, links.outside, words),
    brokenLinks(words.brokenBefore, links.brokenBefore, words),
    table(
      words.unreadable,
      words.unreadableColumns,
      receipt.unreadable.map(({ table: name, reason, values }) => [name, wordsOfReason(reason, values, language)]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const problems = ({ problems: found }: Receipt, language: Language): string =>
  found.length === 0
    ? ''
    : `<h2>${RECEIPT_WORDS[language].problems}</h2>\n<ul>\n${found
        .map(({ code, values }) => `<li>${escaped(wordsOfReason(code, values, language))}</li>`)
        .join('\n')}\n</ul>`

function proofs(receipt: Receipt, words: ReceiptWords): readonly string[] {
  const { pages, drafts, versions, attachments, seenPages, links, roles, visitors } = receipt
  const differing = (ids: readonly (number | string)[]): string => words.differing(ids.length, ids.join(', '))
  return [
    words.pages(pages.compared, differing(pages.differing), pages.sum),
    words.drafts(drafts.compared, differing(drafts.differing), drafts.sum),
    words.versions(versions.compared, differing(versions.differing), versions.sum),
    words.files(attachments, differing(attachments.differing)),
    words.seenPages(seenPages, differing(seenPages.differing.map(({ id }) => id))),
    words.links({
      ...{ ...links, broken: links.broken.length, changedHere: links.changedHere.length },
      ...{ taken: links.taken.length, outside: links.outside.length, brokenBefore: links.brokenBefore.length },
    }),
    words.rights({
      ...{ people: roles.people, items: roles.items, compared: roles.compared, differing: roles.differing.length },
      wider: roles.differing.filter(({ isWider }) => isWider).length,
    }),
    words.ofVisitors({
      ...{ ...visitors, differing: visitors.differing.length },
      wider: visitors.differing.filter(({ isWider }) => isWider).length,
    }),
  ]
}

type Row = readonly (string | number)[]

function tableRow(
  { name, read, carried, kept, left, reason, inPages }: TableReceipt,
  { from }: Receipt,
  language: Language,
): Row {
  const what = reason === null ? '' : wordsOfReason(reason, {}, language)
  const where = kept > 0 ? RECEIPT_WORDS[language].keptAt(inPages, kept - inPages, receiptFiles(from).kept) : ''
  return [name, read, carried, kept, left, RECEIPT_WORDS[language].joined(what, where)]
}

const findings = (title: string, found: readonly Finding[], language: Language): string =>
  table(
    title,
    RECEIPT_WORDS[language].findingColumns,
    found.map(({ table: name, id, here, reason, values = {} }) => [
      ...[name, here === undefined ? id : RECEIPT_WORDS[language].idHere(id, here)],
      wordsOfReason(reason, values, language),
    ]),
  )

const brokenLinks = (title: string, broken: readonly BrokenLink[], words: ReceiptWords): string =>
  table(
    title,
    words.linkColumns,
    broken.map(({ pageId, address }) => [pageId, address]),
  )

const personOf = ({ username, usernameHere }: RoleDifference, words: ReceiptWords): string =>
  usernameHere === undefined ? username : words.namedHere(username, usernameHere)

const rightOf = ({ role, catalogIds }: Held, words: ReceiptWords): string =>
  catalogIds === null ? words.role[role] : words.roleIn(words.role[role], catalogIds.join(', '))

const wayOf = ({ by, pageId = 0 }: VisitorDifference, words: ReceiptWords): string =>
  by === 'link' ? words.withLink(pageId) : words.way[by]

const sightOf = ({ reads, until }: Sight, language: Language): string => {
  const words = RECEIPT_WORDS[language]
  if (!reads) return words.readsNothing
  return until === undefined ? words.reads : words.readsUntil(timeInWords(new Date(until), language))
}

/** Empty for one without rows. @param numeric columns with numbers */
const table = (
  title: string,
  columns: readonly string[],
  rows: readonly Row[],
  numeric: readonly number[] = [],
): string =>
  rows.length === 0
    ? ''
    : `<h2>${title}</h2>
<div tabindex="0" role="region" aria-label="${escaped(title)}"><table>
<thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map((cell, at) => `<td${numeric.includes(at) ? ' class="number"' : ''}>${escaped(String(cell))}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table></div>`

/** A text as it stands in such a document. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
