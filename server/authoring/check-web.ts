import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAst } from 'vite'
import { PLUGIN_API_VERSION } from '#core/plugin.ts'

const HOST = '/host/v2/'
const SDK = `${HOST}sdk.js`
const KNOWN = [SDK, `${HOST}react.js`, `${HOST}jsx-runtime.js`]
const SDK_SOURCE = path.resolve(import.meta.dirname, '../../web/extensions/host/sdk.ts')

/** As much of a syntax tree as is looked at. */
interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

/** What is wrong with the module that browsers import, as far as it can be told without running it. */
export async function webFaults(file: string, id: string): Promise<readonly string[]> {
  const source = await readFile(file, 'utf8').catch(() => null)
  // That it is not there is said of the manifest.
  if (source === null) return []
  const body = bodyOf(source)
  if (body === null) return ['its web entry is no ES module that can be read']
  const offered = await offeredNames()
  const faults = body.filter(({ type }) => type === 'ImportDeclaration').flatMap((each) => importFaults(each, offered))
  const entry = body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const hasDefault = entry !== undefined || body.some((each) => exportedNames(each).includes('default'))
  if (!hasDefault) return [...faults, 'its web entry has no default export']
  return [...faults, ...factFaults(entry, id)]
}

function bodyOf(source: string): readonly Part[] | null {
  try {
    return parseAst(source).body as unknown as readonly Part[]
  } catch {
    return null
  }
}

/** What `/host/v2/sdk.js` exports. */
async function offeredNames(): Promise<ReadonlySet<string>> {
  return new Set((bodyOf(await readFile(SDK_SOURCE, 'utf8')) ?? []).flatMap(exportedNames))
}

const exportedNames = ({ type, specifiers }: Part): readonly string[] =>
  type === 'ExportNamedDeclaration' ? (specifiers as readonly Part[]).map(({ exported }) => nameOf(exported)) : []

function importFaults({ source, specifiers }: Part, offered: ReadonlySet<string>): readonly string[] {
  const from = String((source as Part)['value'])
  if (!KNOWN.includes(from))
    return [`its web entry imports ${from}, which browsers do not find: only ${KNOWN.join(', ')} are there`]
  if (from !== SDK) return []
  return (specifiers as readonly Part[])
    .filter(({ type }) => type === 'ImportSpecifier')
    .map(({ imported }) => nameOf(imported))
    .filter((name) => !offered.has(name))
    .map((name) => `its web entry imports ${name}, which ${SDK} does not export`)
}

/** Id, version and texts, where they stand in the call of `defineWebPlugin` as they are. */
function factFaults(entry: Part | undefined, id: string): readonly string[] {
  const [given] = ((entry?.['declaration'] as Part | undefined)?.['arguments'] ?? []) as readonly Part[]
  const facts = fieldsOf(given)
  const valueOf = (name: string): unknown => facts.get(name)?.['value']
  const faults: string[] = []
  if (valueOf('id') !== undefined && valueOf('id') !== id)
    faults.push(`its web entry calls itself ${String(valueOf('id'))}`)
  const version = valueOf('apiVersion')
  if (version !== undefined && version !== PLUGIN_API_VERSION)
    faults.push(`its web entry is written for web API ${JSON.stringify(version)}; this is ${PLUGIN_API_VERSION}`)
  const messages = fieldsOf(facts.get('messages'))
  const [en, chinese] = ['en', 'zh-cn'].map((language) => textsIn(messages.get(language)))
  if (!en || !chinese) return faults
  return [
    ...faults,
    ...en.filter((key) => !chinese.includes(key)).map((key) => `the text ${key} of its web entry is missing in zh-cn`),
    ...chinese.filter((key) => !en.includes(key)).map((key) => `the text ${key} of its web entry is missing in en`),
  ]
}

/** Null for what is no plain object. */
const textsIn = (part: Part | undefined, group = ''): readonly string[] | null =>
  part?.type === 'ObjectExpression'
    ? [...fieldsOf(part)].flatMap(([key, value]) => textsIn(value, `${group}${key}.`) ?? [`${group}${key}`])
    : null

const fieldsOf = (part: Part | undefined): ReadonlyMap<string, Part> =>
  new Map(
    (part?.type === 'ObjectExpression' ? (part['properties'] as readonly Part[]) : [])
      .filter(({ type }) => type === 'Property')
      .map(({ key, value }) => [nameOf(key), value as Part]),
  )

/** Of an identifier or a text. */
const nameOf = (part: unknown): string => String((part as Part)['name'] ?? (part as Part)['value'])
