import type { FilesReceipt } from './compared-files.ts'
import type { BrokenLink, LinksReceipt } from './prove/links.ts'
import type { RolesReceipt } from './prove/roles.ts'
import type { SeenPagesReceipt } from './prove/seen-pages.ts'
import type { Finding } from './plan/findings.ts'
import type { ContentReceipt, Receipt } from './receipt.ts'

/** A receipt for people, as one HTML document without external resources. */
export const receiptPage = (receipt: Receipt): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>From ShowDoc to Octavo</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #8888;padding:.25rem .5rem;text-align:start;vertical-align:top}li{overflow-wrap:anywhere}</style>
</head>
<body>
<h1>From ShowDoc to Octavo</h1>
<p>${escaped(receipt.from.file)}, version ${receipt.from.schema ?? 'unknown'} of its tables, ${escaped(receipt.begunAt)}</p>
<p><strong>${receipt.isWhole ? `Every text and every file that came along is the same as in ShowDoc, byte for byte${receipt.links.rewritten > 0 ? ', but for the links that were rewritten' : ''}.` : 'What is here is not what was read: compare the numbers below.'}</strong></p>
<ul>
<li>${contents('Pages', receipt.pages)}</li>
<li>${contents('Former versions', receipt.versions)}</li>
<li>${files(receipt.attachments)}</li>
<li>${seenPages(receipt.seenPages)}</li>
<li>${links(receipt.links)}</li>
<li>Rights: ${receipt.roles.people} people on ${receipt.roles.items} items, ${receipt.roles.compared} compared, ${receipt.roles.differing.length} differ, ${receipt.roles.differing.filter(({ isWider }) => isWider).length} of them wider</li>
</ul>
${receipt.defaultPasswords.length > 0 ? `<p>These accounts have the password every ShowDoc begins with. Change it: ${escaped(receipt.defaultPasswords.join(', '))}</p>` : ''}
<h2>Tables</h2>
<table>
<thead><tr><th scope="col">Table</th><th scope="col">Read</th><th scope="col">Carried</th><th scope="col">Kept as JSON</th><th scope="col">Left</th><th scope="col">Why</th></tr></thead>
<tbody>
${receipt.tables.map(({ name, read, carried, kept, left, reason }) => row([name, read, carried, kept, left, reason ?? ''])).join('\n')}
</tbody>
</table>
${findings('What stayed behind', receipt.left)}
${findings('What is another than it was', receipt.changed)}
${findings('What was changed here since it came, and stays so', receipt.kept)}
${roles(receipt.roles)}
${brokenLinks('Links that led somewhere in ShowDoc and lead nowhere here', receipt.links.broken)}
${brokenLinks('Links that led nowhere in ShowDoc already', receipt.links.brokenBefore)}
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

const seenPages = ({ of, compared, differing }: SeenPagesReceipt): string =>
  escaped(
    `Pages as readers see them: ${compared} of ${of}, chosen at random, opened and compared; ${differing.length} differ${differing.length > 0 ? ` (${differing.map(({ id }) => id).join(', ')})` : ''}`,
  )

const links = ({ followed, rewritten, broken, brokenBefore }: LinksReceipt): string =>
  `Links within the site: ${followed} followed, ${rewritten} of them rewritten to the addresses of here, ${broken.length} lead nowhere that led somewhere in ShowDoc; ${brokenBefore.length} led nowhere there already`

const brokenLinks = (title: string, broken: readonly BrokenLink[]): string =>
  broken.length === 0
    ? ''
    : `<h2>${title}</h2>
<table>
<thead><tr><th scope="col">Page</th><th scope="col">Address</th></tr></thead>
<tbody>
${broken.map(({ pageId, address }) => row([pageId, address])).join('\n')}
</tbody>
</table>`

const roles = ({ differing }: RolesReceipt): string =>
  differing.length === 0
    ? ''
    : `<h2>Rights that are not as they were</h2>
<table>
<thead><tr><th scope="col">Person</th><th scope="col">Item</th><th scope="col">In ShowDoc</th><th scope="col">Here</th><th scope="col">Why</th></tr></thead>
<tbody>
${differing.map((each) => row([`${each.username} (${each.userId})`, `${each.itemName} (${each.itemId})`, each.there, each.isWider ? `${each.here} – wider` : each.here, each.reason])).join('\n')}
</tbody>
</table>`

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
