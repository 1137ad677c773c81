import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string | Node
  readonly attributes?: readonly Node[]
}

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['web', 'plugins']
/** The parts of the product that are pressed. */
const PRESSED = ['Button', 'IconButton']

const screens = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')),
)

const nameOf = ({ name }: Node): string | null => {
  if (typeof name === 'string') return name
  return name ? nameOf(name) : null
}

function* tagsIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'JSXOpeningElement') yield node as Node
  for (const part of Object.values(node)) yield* tagsIn(part)
}

/** Lines with a button that can lose the keyboard focus to being disabled. */
function disabledButtons(source: string): readonly number[] {
  return [...tagsIn(parseAst(source, { lang: 'tsx' }).body)]
    .filter(
      (tag) => PRESSED.includes(nameOf(tag) ?? '') && (tag.attributes ?? []).some((one) => nameOf(one) === 'disabled'),
    )
    .map(({ start }) => source.slice(0, start).split('\n').length)
}

it('no button is disabled, which would take the keyboard focus from whoever pressed it: a WaitingButton is', () => {
  const found = screens.flatMap((file) =>
    disabledButtons(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  )

  expect(screens.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})

it('what finds disabled buttons tells them from fields and from buttons that wait', () => {
  const source = `const one = (
    <form>
      <Button disabled={save.isPending}>Save</Button>
      <WaitingButton isOff={save.isPending}>Save</WaitingButton>
      <input disabled={isReadOnly} />
      {isAny && <IconButton label="Up" disabled><ArrowUp /></IconButton>}
    </form>
  )`

  expect(disabledButtons(source)).toEqual([3, 6])
})
