import { firstText, listIn, recordIn, shownValue, textIn, type JsonRecord } from '../json/json-value.ts'
import { serverAddresses } from './server-addresses.ts'

/** The general information of a document, in markdown; '' when there is only its name. */
export function overviewOf(document: JsonRecord): string {
  const info = recordIn(document['info'])
  const description = textIn(info['description']).trim()
  const servers = serverAddresses(document, {}, {}).map((address) => `- ${address}`)
  const tags = listIn(document['tags'])
    .map(recordIn)
    .flatMap(({ name, description: text }) => {
      const said = textIn(text).trim()
      return said === '' ? [] : [`### ${textIn(name)}`, said]
    })
  const schemes = Object.entries({
    ...recordIn(document['securityDefinitions']),
    ...recordIn(recordIn(document['components'])['securitySchemes']),
  }).map(([name, scheme]) => schemeLine(name, recordIn(scheme)))
  if (description === '' && tags.length === 0 && servers.length === 0 && schemes.length === 0) return ''
  const outside = recordIn(document['externalDocs'])
  const more = firstText(outside['url'])
  return [
    `# ${firstText(info['title'], 'API')}`,
    firstText(info['version']) === '' ? '' : `Version ${firstText(info['version'])}`,
    description,
    servers.join('\n'),
    schemes.join('\n'),
    more === '' ? '' : `[${firstText(outside['description'], more)}](<${more.replaceAll(/[<>\n]/g, '')}>)`,
    ...tags,
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function schemeLine(name: string, scheme: JsonRecord): string {
  const facts = [scheme['type'], scheme['scheme'], scheme['in'], scheme['name']]
    .map(shownValue)
    .filter((text) => text !== '')
  const said = textIn(scheme['description']).trim().replaceAll(/\s+/g, ' ')
  return `- \`${name.replaceAll('`', "'")}\`: ${facts.join(' ')}${said === '' ? '' : ` – ${said}`}`
}
