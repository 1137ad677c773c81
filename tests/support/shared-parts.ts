import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const SDK = 'web/extensions/host/sdk.ts'
const WIDTH = 120

/**
 * What `/host/v2/sdk.js` exports from files of the product, apart from the points: one entry for each, with the props of
 * components and the parameters of functions, as the sources declare them.
 */
export function sharedParts(): string {
  const sdk = parsed(SDK)
  const parts = sdk.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ source, specifiers }) => {
      const from = String((source as Node)['value'])
      if (!from.startsWith('..') || from.endsWith('/points.ts')) return []
      const file = path.join(path.dirname(SDK), from)
      return (specifiers as readonly Node[]).map(({ exported }) => ({ name: String((exported as Node)['name']), file }))
    })
  return parts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => entryOf(name, parsed(file)))
    .join('\n')
}

interface Source {
  readonly text: string
  readonly body: readonly Node[]
}
function parsed(file: string): Source {
  const text = readFileSync(file, 'utf8')
  return { text, body: parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body as unknown as readonly Node[] }
}

function entryOf(name: string, source: Source): string {
  const exporting = source.body.find((each) => declarationOf(each, name) !== null)
  const declared = exporting && declarationOf(exporting, name)
  if (!exporting || !declared) throw new Error(`${name} is declared in another way than is read here`)
  return `${aboutOf(exporting, source)}${name}${signatureOf(declared, source)}`
}

/** The function or value of this name that the statement exports; null when it exports another. */
function declarationOf({ type, declaration }: Node, name: string): Node | null {
  if (type !== 'ExportNamedDeclaration' || !declaration) return null
  const own = declaration as Node
  if (own['id']) return (own['id'] as Node)['name'] === name ? own : null
  const found = ((own['declarations'] ?? []) as readonly Node[]).find(({ id }) => (id as Node)['name'] === name)
  return found ? ((found['init'] ?? found) as Node) : null
}

function signatureOf(node: Node, source: Source): string {
  const ofClass = (node['superTypeArguments'] as { readonly params: readonly Node[] } | null | undefined)?.params[0]
  if (ofClass) return `(${membersOf(source.text.slice(ofClass.start, ofClass.end), source) ?? ''})`
  if (!node['params']) return ''
  const params = (node['params'] as readonly Node[]).map((param) => typedParam(param, source))
  const returned = node['returnType'] as Node | null
  return `(${params.join(', ')})${returned ? oneLine(source.text.slice(returned.start, returned.end)) : ''}`
}

/** A parameter with its type: that of props is spelt out. */
function typedParam(param: Node, source: Source): string {
  const pattern = (param.type === 'AssignmentPattern' ? param['left'] : param) as Node
  const given = pattern['typeAnnotation'] as Node | null
  const type = given ? source.text.slice(given.start, given.end).replace(/^:\s*/, '') : ''
  const members = membersOf(type, source)
  if (pattern.type === 'ObjectPattern' && given) return members ?? oneLine(type)
  return pattern['name'] === 'props' && members ? members : oneLine(source.text.slice(param.start, param.end))
}

/** Null for a type that is declared elsewhere. */
function membersOf(type: string, source: Source): string | null {
  const declared = source.body.map((each) =>
    each.type === 'ExportNamedDeclaration' ? (each['declaration'] as Node | null) : each,
  )
  const named = (kind: string) => declared.find((each) => each?.type === kind && (each['id'] as Node)['name'] === type)
  const alias = named('TSTypeAliasDeclaration')?.['typeAnnotation'] as Node | undefined
  if (alias) return oneLine(source.text.slice(alias.start, alias.end))
  const found = named('TSInterfaceDeclaration')
  if (!found) return null
  const members = ((found['body'] as Node)['body'] as readonly Node[]).map(({ start, end }) =>
    oneLine(source.text.slice(start, end)).replace(/^readonly /, ''),
  )
  const parents = (found['extends'] as readonly Node[]).map(({ start, end }) => oneLine(source.text.slice(start, end)))
  const inside = members.join('; ')
  const own =
    inside.length < WIDTH - 30 ? `{ ${inside} }` : `{\n${members.map((member) => `  ${member}`).join('\n')}\n}`
  return [...parents, own].join(' & ')
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/\/\*\*?[\s\S]*?\*\//g, '')
    // The members of a type that has a line for each.
    .replaceAll(/(?<=[\w\])>'|])\n\s*(?=readonly )/g, '; ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()

/** The first sentence of the comment above a statement, as a comment; '' when there is none. */
function aboutOf({ start }: Node, { text }: Source): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start)) ?? []
  const said = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()
  const [sentence] = /^.*?[.:](?=\s|$)/.exec(said) ?? [said]
  return sentence === '' ? '' : `// ${sentence.replace(/:$/, '.')}\n`
}
