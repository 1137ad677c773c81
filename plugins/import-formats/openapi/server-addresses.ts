import { listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'

const MOST_SERVERS = 100

/** The servers of an API: of the operation, else of its path, else of the document. */
export function serverAddresses(document: JsonRecord, around: JsonRecord, operation: JsonRecord): readonly string[] {
  const [servers = []] = [operation, around, document]
    .map(({ servers: list }) => listIn(list).slice(0, MOST_SERVERS))
    .filter((list) => list.length > 0)
  if (servers.length > 0)
    return servers.map((server) => addressOf(recordIn(server))).filter((address) => address !== '')
  const host = textIn(document['host'])
  const basePath = textIn(document['basePath'])
  if (host === '' && basePath === '') return []
  const schemes = listIn(operation['schemes'] ?? document['schemes']).map(textIn)
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? 'https')
  return [host === '' ? basePath : `${scheme}://${host}${basePath}`]
}

/** That of an operation's calls; '' when none is known. */
export const serverAddress = (document: JsonRecord, around: JsonRecord, operation: JsonRecord): string =>
  serverAddresses(document, around, operation)[0] ?? ''

/** With the default values of server variables. */
function addressOf(server: JsonRecord): string {
  const variables = recordIn(server['variables'])
  return textIn(server['url']).replaceAll(/\{([^{}]+)\}/g, (found, name: string) =>
    Object.hasOwn(variables, name) ? textIn(recordIn(variables[name])['default']) || found : found,
  )
}
