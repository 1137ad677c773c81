import type { FilesReceipt } from './compared-files.ts'
import type { Finding } from './plan/findings.ts'
import type { ContentReceipt, Receipt } from './receipt.ts'

/** A receipt for people, as one HTML document without anything from elsewhere. */
export const receiptPage = (receipt: Receipt): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>From ShowDoc to Octavo</title>
</head>
<body>
<h1>From ShowDoc to Octavo</h1>
<p>${escaped(receipt.from.file)}, version ${receipt.from.schema ?? 'unknown'} of its tables, ${escaped(receipt.begunAt)}</p>
<p><strong>${receipt.isWhole ? 'Every text and every file that came along is the same as in ShowDoc, byte for byte.' : 'What is here is not what was read: compare the numbers below.'}</strong></p>
<ul>
<li>${contents('Pages', receipt.pages)}</li>
<li>${contents('Former versions', receipt.versions)}</li>
<li>${files(receipt.attachments)}</li>
</ul>
${receipt.defaultPasswords.length > 0 ? `<p>These accounts have the password every ShowDoc begins with. Change it: ${escaped(receipt.defaultPasswords.join(', '))}</p>` : ''}
<h2>Tables</h2>
<table>
<thead><tr><th scope="col">Table</th><th scope="col">Read</th><th scope="col">Carried</th><th scope="col">Left</th><th scope="col">Why</th></tr></thead>
<tbody>
${receipt.tables.map(({ name, read, carried, left, reason }) => row([name, read, carried, left, reason ?? ''])).join('\n')}
</tbody>
</table>
${findings('What stayed behind', receipt.left)}
${findings('What is another than it was', receipt.changed)}
${findings('What was changed here since it came, and stays so', receipt.kept)}
${receipt.unreadable.length > 0 ? `<h2>Rows that could not be read</h2>\n<ul>\n${receipt.unreadable.map(({ table, reason }) => `<li>${escaped(`${table}: ${reason}`)}</li>`).join('\n')}\n</ul>` : ''}
</body>
</html>
`

const contents = (what: string, { compared, differing, sum }: ContentReceipt): string =>
  `${what}: ${compared} compared, ${differing.length} differ${differing.length > 0 ? ` (${differing.join(', ')})` : ''}; sum ${sum}`

const files = ({ found, bytes, compared, differing, sum }: FilesReceipt): string =>
  escaped(
    `Files: ${found} in the folder of uploads with ${bytes} bytes, ${compared} compared, ${differing.length} differ${differing.length > 0 ? ` (${differing.join(', ')})` : ''}; sum ${sum}`,
  )

const findings = (title: string, found: readonly Finding[]): string =>
  found.length === 0
    ? ''
    : `<h2>${title}</h2>
<table>
<thead><tr><th scope="col">Table</th><th scope="col">Id</th><th scope="col">Why</th></tr></thead>
<tbody>
${found.map(({ table, id, here, reason }) => row([table, here === undefined ? id : `${id}, here ${here}`, reason])).join('\n')}
</tbody>
</table>`

const row = (cells: readonly (string | number)[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
