import { listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'

/** The servers of an API: of the operation, else of its path, else of the document. */
export function serverAddresses(document: JsonRecord, around: JsonRecord, operation: JsonRecord): readonly string[] {
  const [servers = []] = [operation, around, document]
    .map((owner) => listIn(owner['servers']).map(recordIn))
    .filter((list) => list.length > 0)
  if (servers.length > 0) return servers.map(addressOf).filter((address) => address !== '')
  const host = textIn(document['host'])
  const basePath = textIn(document['basePath'])
  if (host === '' && basePath === '') return []
  const schemes = listIn(operation['schemes'] ?? document['schemes']).map(textIn)
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? 'https')
  return [host === '' ? basePath : `${scheme}://${host}${basePath}`]
}

/** With the default values of server variables. */
function addressOf(server: JsonRecord): string {
  const variables = recordIn(server['variables'])
  return textIn(server['url']).replaceAll(/\{([^{}]+)\}/g, (found, name: string) =>
    Object.hasOwn(variables, name) ? textIn(recordIn(variables[name])['default']) || found : found,
  )
}
