import { firstText, isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'

/** Converts a version 1 collection, which lists folders and requests by id, to version 2. */
export function upgraded(collection: JsonRecord): JsonRecord {
  const requests = new Map(
    listIn(collection['requests'])
      .map(recordIn)
      .map((each) => [textIn(each['id']), each]),
  )
  const listed = [...listIn(collection['folders']), ...listIn(collection['folders_order'])].filter(isRecord)
  const folders = new Map(listed.map((each) => [textIn(each['id']), each]))
  const used = new Set<string>()
  const take = (id: unknown, all: ReadonlyMap<string, JsonRecord>): readonly JsonRecord[] => {
    const found = all.get(textIn(id))
    if (!found || used.has(textIn(id))) return []
    used.add(textIn(id))
    return [found]
  }
  const itemsIn = (owner: JsonRecord): readonly JsonRecord[] => [
    ...listIn(owner['folders_order'])
      .flatMap((id) => take(id, folders))
      .map(folderOf),
    ...listIn(owner['order'])
      .flatMap((id) => take(id, requests))
      .map(requestOf),
  ]
  const folderOf = (folder: JsonRecord): JsonRecord => {
    return { id: folder['id'], name: folder['name'], description: folder['description'], item: itemsIn(folder) }
  }
  const first = itemsIn(collection)
  // Unreferenced requests are kept as well.
  const left = [...[...folders.keys()].flatMap((id) => take(id, folders)).map(folderOf)]
  const rest = [...requests.keys()].flatMap((id) => take(id, requests)).map(requestOf)
  return {
    info: { name: collection['name'], description: collection['description'] },
    variable: collection['variables'],
    auth: collection['auth'],
    item: [...first, ...left, ...rest],
  }
}

function requestOf(request: JsonRecord): JsonRecord {
  const mode = textIn(request['dataMode'])
  const raw = firstText(request['rawModeData'])
  const data = listIn(request['data'])
  const body =
    mode === 'raw'
      ? { mode: 'raw', raw: raw === '' ? textIn(request['data']) : raw }
      : { mode: mode === 'params' ? 'formdata' : mode, [mode === 'params' ? 'formdata' : 'urlencoded']: data }
  return {
    id: request['id'],
    name: request['name'],
    event: eventsOf(request),
    request: {
      method: request['method'],
      url: addressOf(request),
      description: request['description'],
      header: request['headerData'] ?? headersIn(textIn(request['headers'])),
      ...authOf(request),
      ...(mode !== '' && { body }),
    },
    response: listIn(request['responses'])
      .map(recordIn)
      .map((response) => ({
        name: response['name'],
        code: recordIn(response['responseCode'])['code'] ?? response['code'],
        body: response['text'] ?? response['body'],
      })),
  }
}

/** Scripts are texts of the request, or a list as in version 2. */
function eventsOf(request: JsonRecord): readonly unknown[] {
  const listed = listIn(request['events'])
  if (listed.length > 0) return listed
  return [
    { listen: 'prerequest', script: { exec: textIn(request['preRequestScript']) } },
    { listen: 'test', script: { exec: textIn(request['tests']) } },
  ]
}

/** The address alone, or with what is said about its variables and its query. */
function addressOf(request: JsonRecord): unknown {
  const described = listIn(request['pathVariableData'])
  const named = Object.entries(recordIn(request['pathVariables'])).map(([key, value]) => ({ key, value }))
  const variable = described.length > 0 ? described : named
  const query = listIn(request['queryParams'])
  if (variable.length === 0 && query.length === 0) return request['url']
  return { raw: textIn(request['url']), variable, query }
}

/** Older programs name a helper and its settings, e.g. `basicAuth`. */
function authOf(request: JsonRecord): { readonly auth?: JsonRecord } {
  if (isRecord(request['auth'])) return { auth: request['auth'] }
  const type = textIn(request['currentHelper']).replace(/Auth$/, '').toLowerCase()
  if (type === '' || type === 'normal') return {}
  return { auth: { type, [type]: recordIn(request['helperAttributes']) } }
}

/** `Name: value` per line. */
const headersIn = (text: string): readonly JsonRecord[] =>
  text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [{ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }] : []
  })
