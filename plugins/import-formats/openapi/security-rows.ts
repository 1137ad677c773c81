import type { ParameterRow } from '../json/api-content.ts'
import { firstText, isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import type { References } from './references.ts'

type Place = 'header' | 'query' | 'cookie'
type SecurityRows = Readonly<Record<Place, readonly ParameterRow[]>>

/** The credentials of a call, for the first allowed alternative. */
export function securityRows(document: JsonRecord, operation: JsonRecord, references: References): SecurityRows {
  const rows: Record<Place, ParameterRow[]> = { header: [], query: [], cookie: [] }
  const ways = listIn(operation['security'] ?? document['security'])
  const isRequired = ways.every((way) => Object.keys(recordIn(way)).length > 0)
  const schemes = {
    ...recordIn(document['securityDefinitions']),
    ...recordIn(recordIn(document['components'])['securitySchemes']),
  }
  const way = ways.find((each) => Object.keys(recordIn(each)).length > 0)
  for (const name of Object.keys(recordIn(way))) {
    const scheme = Object.hasOwn(schemes, name) ? references.resolve(schemes[name]).value : null
    if (!isRecord(scheme)) continue
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
