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
    request: {
      method: request['method'],
      url: request['url'],
      description: request['description'],
      header: request['headerData'] ?? headersIn(textIn(request['headers'])),
      ...(isRecord(request['auth']) && { auth: request['auth'] }),
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

/** `Name: value` per line. */
const headersIn = (text: string): readonly JsonRecord[] =>
  text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [{ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }] : []
  })
