import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string | Node
  /** Of a name such as `Radio.Group`. */
  readonly object?: Node
  readonly property?: Node
  readonly attributes?: readonly Node[]
  /** Of an attribute: a literal has its own. */
  readonly value?: unknown
}

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['web', 'plugins']
/** What is pressed: the product's own, the library's and the browser's. */
const PRESSED = ['Button', 'IconButton', 'FileInput', 'button']
/** What is chosen from, and saves at once in many places. */
const CHOSEN_FROM = [
  'NativeSelect',
  'Select',
  'select',
  'Radio',
  'Radio.Group',
  'Checkbox',
  'Checkbox.Group',
  'fieldset',
]
const CHOSEN_FROM_KINDS: readonly unknown[] = ['radio', 'checkbox']

const screens = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')),
)

const nameOf = ({ name, object, property }: Node): string | null => {
  if (object && property) return `${nameOf(object)}.${nameOf(property)}`
  if (typeof name === 'string') return name
  return name ? nameOf(name) : null
}

function* tagsIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'JSXOpeningElement') yield node as Node
  for (const part of Object.values(node)) yield* tagsIn(part)
}

const attributeOf = (tag: Node, name: string): Node | undefined =>
  (tag.attributes ?? []).find((one) => nameOf(one) === name)

const isPressedOrChosenFrom = (tag: Node): boolean => {
  const name = nameOf(tag) ?? ''
  if ([...PRESSED, ...CHOSEN_FROM].includes(name)) return true
  const kind = attributeOf(tag, 'type')?.value as Node | undefined
  return name === 'input' && CHOSEN_FROM_KINDS.includes(kind?.value)
}

/** Lines with a control that can lose the keyboard focus to being disabled. */
function disabledControls(source: string): readonly number[] {
  return [...tagsIn(parseAst(source, { lang: 'tsx' }).body)]
    .filter((tag) => isPressedOrChosenFrom(tag) && attributeOf(tag, 'disabled'))
    .map(({ start }) => source.slice(0, start).split('\n').length)
}

it('no control is disabled, which would take the keyboard focus from whoever used it: it says so and does nothing', () => {
  const found = screens.flatMap((file) =>
    disabledControls(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  )

  expect(screens.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})

it('what finds disabled controls tells them from text fields and from those that wait', () => {
  const source = `const one = (
    <form>
      <Button disabled={save.isPending}>Save</Button>
      <WaitingButton isOff={save.isPending}>Save</WaitingButton>
      <input disabled={isReadOnly} />
      {isAny && <IconButton label="Up" disabled><ArrowUp /></IconButton>}
      <button type="button" aria-disabled={isNone}>Next</button>
      <button type="button" disabled={isNone}>Previous</button>
      <NativeSelect disabled={save.isPending} />
      <Radio.Group disabled={save.isPending}><Radio value="a" /></Radio.Group>
      <input type="checkbox" disabled={isReadOnly} />
      <input type="email" disabled={isReadOnly} />
      <WaitingSelect isOff={save.isPending} />
      <Checkbox disabled={isArchived} />
    </form>
  )`

  expect(disabledControls(source)).toEqual([3, 6, 8, 9, 10, 11, 14])
})
