import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const CONTRACT = 'core/plugin.ts'
const POINTS = 'web/extensions/points.ts'
const WIDTH = 120

/** Types that plugins get or give without naming them. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  'core/access/doors.ts': ['ReadablePlace'],
  'core/operation.ts': ['Operation', 'RestNotes'],
  'core/account/sign-in-redirects.ts': ['StartedSignIn', 'FinishedSignIn', 'OfferedSite'],
  'core/account/login-methods.ts': ['Title', 'TypedCredentials'],
  'core/context.ts': ['UnlistedOperation'],
  'core/events.ts': ['CoreEvents'],
  'core/export/format-options.ts': ['SentOptions'],
  'core/import/import-formats.ts': ['ImportedItem', 'ImportedFile'],
  'core/item/item.ts': ['GlobalParams', 'ItemType', 'Visibility'],
  'core/language.ts': ['TextForReaders'],
  'core/page/carried-parts.ts': ['CarriedComment', 'NotCarried'],
  'core/page/page.ts': ['Page', 'PageHead'],
  'core/paging.ts': ['Paging', 'Slice'],
  'core/page/search-sources.ts': ['SearchQuestion', 'SearchGround'],
  'core/ports/files.ts': ['ByteRange', 'IncomingFile', 'ListedBlob'],
  'core/ports/outbound.ts': ['Outbound', 'OutboundCall'],
  'core/ports/login.ts': ['Seals'],
  'core/ports/open.ts': ['OpenMembers', 'OpenUsers'],
  'core/ports/documents.ts': ['Belonging', 'NewDocument', 'DocumentFilter'],
  'core/ports/store.ts': ['OpenStore'],
  'core/ports/rendering.ts': ['Article', 'QrCodes', 'Renderer'],
  'core/ports/surroundings.ts': ['Clock', 'Keys', 'Log'],
  'core/site/settings-form.ts': ['SettingsTexts'],
  'core/task/kind.ts': ['ResultFile'],
  'core/task/task.ts': ['TaskProgress'],
  'web/article/page-on-show.ts': ['PageOnShow'],
  'web/editor/editor-handle.ts': ['EditorHandle', 'SaveWishes'],
  'web/editor/face-controls.ts': ['BlockCommand', 'FaceControls', 'FaceProps'],
}

/** Every type of the contract, of the server and of the web, with all its members as the sources declare them. */
export function contractMembers(): string {
  const sources = new Map<string, Source>()
  const sourceOf = (file: string): Source => {
    const source = sources.get(file) ?? parsed(file)
    sources.set(file, source)
    return source
  }
  const places = new Map([
    ...typesNamedIn(sourceOf(CONTRACT)).map((place) => [place.name, place.file] as const),
    ...Object.entries(BESIDES).flatMap(([file, names]) => names.map((name) => [name, file] as const)),
    ...namesDeclaredIn(sourceOf(POINTS)).map((name) => [name, POINTS] as const),
  ])
  return [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, file]) => entryOf(name, sourceOf(file)))
    .join('\n')
}

interface Source {
  readonly text: string
  readonly body: readonly Node[]
}
function parsed(file: string): Source {
  const text = readFileSync(file, 'utf8')
  return { text, body: parseAst(text, { lang: 'ts' }).body as unknown as readonly Node[] }
}

/** The types that a file declares, and those it passes on, with the file of each. */
const typesNamedIn = (source: Source): readonly { readonly name: string; readonly file: string }[] => [
  ...namesDeclaredIn(source).map((name) => ({ name, file: CONTRACT })),
  ...source.body
    .filter(({ type, source: from }) => type === 'ExportNamedDeclaration' && from !== null)
    .flatMap(({ source: from, specifiers, exportKind }) =>
      (specifiers as readonly Node[])
        .filter((each) => exportKind === 'type' || each['exportKind'] === 'type')
        .map(({ local }) => ({
          name: String((local as Node)['name']),
          file: path.join(path.dirname(CONTRACT), String((from as Node)['value'])),
        })),
    ),
]

const namesDeclaredIn = ({ body }: Source): readonly string[] =>
  body.flatMap(({ type, declaration }) => {
    const own = declaration as Node | null
    const isType = own?.type === 'TSInterfaceDeclaration' || own?.type === 'TSTypeAliasDeclaration'
    return type === 'ExportNamedDeclaration' && isType ? [String((own['id'] as Node)['name'])] : []
  })

function entryOf(name: string, source: Source): string {
  for (const statement of source.body) {
    const declared = (statement['declaration'] ?? statement) as Node
    if ((declared['id'] as Node | null | undefined)?.['name'] !== name) continue
    const about = sentenceAbove(statement, source)
    const head = linesOf(about, '').join('')
    if (declared.type === 'TSTypeAliasDeclaration') return `${head}${aliasOf(declared, source)}`
    const { body, id } = declared as Node & { readonly body: Node; readonly id: Node }
    const begin = oneLine(source, { ...id, end: body.start })
    const members = (body['body'] as readonly Node[]).map((member) => memberOf(member, source))
    return `${head}${begin} {\n${members.join('\n')}\n}`
  }
  throw new Error(`${name} is declared in another way than is read here`)
}

/** A member, with what is said of it behind it, or above it where there is no room. */
function memberOf(member: Node, source: Source): string {
  const about = sentenceAbove(member, source)
  const own = `  ${oneLine(source, member)}`
  if (about === '') return own
  return own.length + about.length + 4 > WIDTH ? `${linesOf(about, '  ').join('')}${own}` : `${own} // ${about}`
}

/** A type by another name; where that is made of a constant, with its values. */
function aliasOf(alias: Node, source: Source): string {
  const own = oneLine(source, alias)
  const constant = /\btypeof ([A-Z_]+)\b/.exec(own)?.[1]
  const found = source.body
    .flatMap((statement) => ((statement['declaration'] as Node | null)?.['declarations'] ?? []) as readonly Node[])
    .find(({ id }) => (id as Node)['name'] === constant)
  return found ? `${own} // ${oneLine(source, found['init'] as Node)}` : own
}

/** A comment above something, on as many lines as it takes. */
function linesOf(about: string, indent: string): readonly string[] {
  const lines: string[] = []
  for (const word of about === '' ? [] : about.split(' ')) {
    const last = lines.at(-1)
    const fits = last !== undefined && last.length + word.length < WIDTH
    if (fits) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent}// ${word}`)
  }
  return lines.map((line) => `${line}\n`)
}

const oneLine = ({ text }: Source, { start, end }: Pick<Node, 'start' | 'end'>): string =>
  text
    .slice(start, end)
    .replaceAll(/\/\*\*?[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    // The members of a type that has a line for each.
    .replaceAll(/(?<=[\w\])>'|])\n\s*(?=readonly )/g, '; ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\breadonly /g, '')
    .trim()

/** The first sentence of the comment above something; '' when there is none. */
function sentenceAbove({ start }: Node, { text }: Source): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start)) ?? []
  const said = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()
  const [sentence] = /^.*?(?<!\b[ei]\.[ge])\.(?=\s|$)/.exec(said) ?? [said]
  return sentence.replace(/(?<=\S)\s+@[\s\S]*$/, '')
}
