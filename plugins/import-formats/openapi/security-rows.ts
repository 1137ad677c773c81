import type { ParameterRow } from '../json/api-content.ts'
import { firstText, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import type { References } from './references.ts'

/** Alternatives, and credentials of one. */
const MOST_WAYS = 100

type Place = 'header' | 'query' | 'cookie'
type SecurityRows = Readonly<Record<Place, readonly ParameterRow[]>>

/** The credentials of a call, for the first allowed alternative. */
export function securityRows(document: JsonRecord, operation: JsonRecord, references: References): SecurityRows {
  const rows: Record<Place, ParameterRow[]> = { header: [], query: [], cookie: [] }
  const ways = listIn(operation['security'] ?? document['security']).slice(0, MOST_WAYS)
  const isRequired = ways.every((way) => references.entriesOf(way).length > 0)
  const schemes = [recordIn(document['components'])['securitySchemes'], document['securityDefinitions']].map(recordIn)
  const way = ways.find((each) => references.entriesOf(each).length > 0)
  for (const [name] of references.entriesOf(way).slice(0, MOST_WAYS)) {
    const owner = schemes.find((each) => Object.hasOwn(each, name))
    if (!owner) continue
    const scheme = references.resolve(owner[name]).value
    const { place, field, value } = proofOf(scheme)
    const remark = firstText(scheme['description'], name)
    rows[place].push({ name: field, require: isRequired ? '1' : '0', type: 'string', value, remark })
  }
  return rows
}

function proofOf(scheme: JsonRecord): { readonly place: Place; readonly field: string; readonly value: string } {
  const place = scheme['in']
  if (scheme['type'] === 'apiKey')
    return {
      place: place === 'query' || place === 'cookie' ? place : 'header',
      field: textIn(scheme['name']),
      value: '',
    }
  const isBasic = scheme['type'] === 'basic' || textIn(scheme['scheme']).toLowerCase() === 'basic'
  return { place: 'header', field: 'Authorization', value: isBasic ? 'Basic ' : 'Bearer ' }
}
