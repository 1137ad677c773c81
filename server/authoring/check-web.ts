import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PLUGIN_API_VERSION } from '#core/plugin.ts'
import { webFilesOf } from '../plugin-web-files.ts'
import { unknownWebPoints, webPointNames } from './check-web-points.ts'
import { bodyOf, type Part } from './parsed-module.ts'

const HOST = '/host/v2/'
const HOST_SOURCES = path.resolve(import.meta.dirname, '../../web/extensions/host')
/** The modules available to browsers, with their source if that lists all exports. */
const KNOWN = [
  { address: `${HOST}sdk.js`, source: 'sdk.ts' },
  { address: `${HOST}react.js`, source: null },
  { address: `${HOST}react-dom.js`, source: null },
  { address: `${HOST}jsx-runtime.js`, source: null },
  { address: `${HOST}mantine.js`, source: 'mantine.ts' },
] as const

const JAVASCRIPT = 'text/javascript'

/** How React and its JSX runtime make an element, minified or not; libraries that only look at elements do not. */
const MAKES_ELEMENTS = /\$\$typeof\s*:\s*[\w$.]+\s*,\s*type\s*:/
const BUNDLES_REACT =
  `bundles React: its hooks fail, and what fails at its end takes the screen along; ` +
  `leave it out of the bundle, and import ${HOST}react.js and ${HOST}jsx-runtime.js`

/** Faults in the modules for browsers, as far as they can be found without running them. */
export async function webFaults(file: string, id: string): Promise<readonly string[]> {
  // A missing file is reported with the manifest.
  const found = await webFilesOf(file).catch(() => null)
  if (!found) return []
  const offered = await offeredNames()
  const points = await webPointNames()
  const faults: string[] = []
  for (const [name, { place, mediaType }] of found.files) {
    if (!mediaType.startsWith(JAVASCRIPT)) continue
    const isEntry = name === found.entry
    const what = isEntry ? 'its web entry' : `its ${name}`
    const text = await readFile(place, 'utf8')
    const body = bodyOf(text)
    if (body === null) faults.push(`${what} is no ES module that can be read`)
    else
      faults.push(
        ...importFaults(body, { what, name, files: found.files, offered }),
        ...unknownWebPoints(body, what, points),
      )
    if (body !== null && isEntry) faults.push(...entryFaults(body, id))
    if (MAKES_ELEMENTS.test(text)) faults.push(`${what} ${BUNDLES_REACT}`)
  }
  return faults
}

function entryFaults(body: readonly Part[], id: string): readonly string[] {
  const entry = body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const hasDefault = entry !== undefined || body.some((each) => exportedNames(each).includes('default'))
  return hasDefault ? factFaults(entry, id) : ['its web entry has no default export']
}

/** The exports of host modules, by address; null when a whole package is exported. */
async function offeredNames(): Promise<ReadonlyMap<string, ReadonlySet<string> | null>> {
  const offered = new Map<string, ReadonlySet<string> | null>()
  for (const { address, source } of KNOWN) {
    const text = source && (await readFile(path.join(HOST_SOURCES, source), 'utf8'))
    offered.set(address, text === null ? null : new Set((bodyOf(text) ?? []).flatMap(exportedNames)))
  }
  return offered
}

const exportedNames = ({ type, specifiers }: Part): readonly string[] =>
  type === 'ExportNamedDeclaration' ? (specifiers as readonly Part[]).map(({ exported }) => nameOf(exported)) : []

interface Module {
  /** Its name in fault messages. */
  readonly what: string
  readonly name: string
  /** All files of the plugin that browsers can load. */
  readonly files: ReadonlyMap<string, unknown>
  readonly offered: Awaited<ReturnType<typeof offeredNames>>
}

const importFaults = (body: readonly Part[], module: Module): readonly string[] =>
  body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ source, specifiers }) =>
      faultsOfImport(String((source as Part)['value']), specifiers as readonly Part[], module),
    )

function faultsOfImport(from: string, specifiers: readonly Part[], { what, name, files, offered }: Module) {
  if (/^\.\.?\//.test(from)) {
    const own = path.posix.join(path.posix.dirname(name), from)
    return files.has(own) ? [] : [`${what} imports ${from}, which is not among the files for browsers`]
  }
  const names = offered.get(from)
  if (names === undefined)
    return [`${what} imports ${from}, which browsers do not find: only ${[...offered.keys()].join(', ')} are there`]
  return specifiers
    .filter(({ type }) => type === 'ImportSpecifier')
    .map(({ imported }) => nameOf(imported))
    .filter((imported) => names?.has(imported) === false)
    .map((imported) => `${what} imports ${imported}, which ${from} does not export`)
}

/** Id, version and texts, if they are literals in the call of `defineWebPlugin`. */
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

/** Null for anything but a plain object. */
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

/** Name of an identifier or a string literal. */
const nameOf = (part: unknown): string => String((part as Part)['name'] ?? (part as Part)['value'])
