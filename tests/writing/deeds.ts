import type { Chance } from '../simulation/chance.ts'
import type { Hand } from './hand.ts'
import { leftOf, lettersBefore, type Line, type Place, type Sheet, type TaggedLine } from './sheet.ts'
import { realLine, wordsOf } from './words.ts'

export interface Desk {
  readonly hand: Hand
  readonly sheet: Sheet
  readonly chance: Chance
}
/** Says what it did; null when there was nothing to do it to. */
export type Deed = (desk: Desk) => Promise<string | null>

/** In the markdown of these a new line is one more of the same, or one within it. */
const isFree = ({ place }: Line): boolean => place === 'paragraph' || place === 'block'

const typeLine: Deed = async (desk) => {
  const { hand, sheet, chance } = desk
  const line = somewhere(desk, isFree)
  if (!line) return null
  const isRich = (await hand.face()) === 'rich'
  const tag = sheet.newTag()
  const text =
    isRich && chance.happens(0.6)
      ? `${realLine(chance, hand.language)} ${tag}`
      : `Line ${tag}${wordsOf(chance, !isRich)}`
  await endOf(hand, line)
  await hand.press('Enter')
  if (!isRich) await hand.press('Enter')
  await hand.type(text)
  insertBelow(desk, line, [{ text, place: line.place }])
  return `type a line below ${line.tag}: ${text}`
}

const typeWithin: Deed = async (desk) => {
  const { hand, chance } = desk
  const line = somewhere(desk)
  if (!line) return null
  const isRich = (await hand.face()) === 'rich'
  const from = await stepInto(desk, line, isRich)
  const words = wordsOf(chance, !isRich)
  await hand.type(words)
  desk.sheet.write(line.at, from, from, words)
  return `type${words} at ${from} of ${line.tag}`
}

const erase: Deed = async (desk) => {
  const { hand, sheet, chance } = desk
  const line = somewhere(desk, ({ text, behind }) => lettersBefore(text.slice(behind), Infinity) > 4)
  if (!line || (await hand.face()) !== 'rich') return null
  await hand.clickBehind(line.tag)
  const steps = chance.between(1, 3)
  await hand.times('ArrowRight', steps)
  const [from, to] = [rightOf(line.text, line.behind, 0), rightOf(line.text, line.behind, steps)]
  for (let key = 0; key < steps; key += 1) await hand.press('Backspace')
  sheet.write(line.at, from, to, '')
  return `erase ${JSON.stringify(line.text.slice(from, to))} behind ${line.tag}`
}

const split: Deed = async (desk) => {
  const { hand, sheet } = desk
  const line = somewhere(desk, ({ place, text }) => place === 'paragraph' && text.length > 8)
  if (!line || (await hand.face()) !== 'rich') return null
  const from = await stepInto(desk, line, true)
  await hand.press('Enter')
  const [before, after] = [line.text.slice(0, from), line.text.slice(from)]
  sheet.put(line.at, 1, [
    { ...line, text: before },
    { ...line, text: after },
  ])
  return `Enter at ${from} of ${line.tag}`
}

const join: Deed = async (desk) => {
  const { hand, sheet } = desk
  const line = somewhere(desk, ({ at, place }) => place === 'paragraph' && sheet.lines[at - 1]?.place === 'paragraph')
  if (!line || (await hand.face()) !== 'rich') return null
  await hand.clickBehind(line.tag)
  await hand.times('ArrowLeft', lettersBefore(line.text, line.behind))
  await hand.press('Backspace')
  const before = sheet.lines[line.at - 1]
  if (before) sheet.put(line.at - 1, 2, [{ ...before, text: before.text + line.text }])
  return `join ${line.tag} with the line above`
}

const pasteWithin: Deed = async (desk) => {
  const { hand, sheet, chance } = desk
  const line = somewhere(desk)
  if (!line) return null
  const isRich = (await hand.face()) === 'rich'
  const from = await stepInto(desk, line, isRich)
  const lines = isRich && line.place === 'paragraph' ? chance.between(1, 3) : 1
  const texts = Array.from({ length: lines }, () =>
    isRich && line.place !== 'code' ? `${realLine(chance, hand.language)} ${sheet.newTag()}` : wordsOf(chance, true),
  )
  await hand.paste(texts.join(chance.of(['\n', '\n\n', '\r\n'])))
  const whole = line.text.slice(0, from) + texts.join('\n') + line.text.slice(from)
  sheet.put(
    line.at,
    1,
    whole.split('\n').map((text) => ({ ...line, text })),
  )
  return `paste ${JSON.stringify(texts)} at ${from} of ${line.tag}`
}

const moveWords: Deed = async (desk) => {
  const { hand, sheet, chance } = desk
  const [line, other] = [somewhere(desk, isFree), somewhere(desk, isFree)]
  if (!line || !other || line.at === other.at || (await hand.face()) !== 'rich') return null
  await hand.clickBehind(line.tag)
  const letters = Math.min(chance.between(1, 12), lettersBefore(line.text, line.behind - line.tag.length))
  await hand.times('ArrowLeft', line.tag.length)
  if (letters === 0) return null
  await hand.times('Shift+ArrowLeft', letters)
  const to = line.behind - line.tag.length
  const from = leftOf(line.text, to, letters)
  const words = line.text.slice(from, to)
  await hand.press('Control+x')
  sheet.write(line.at, from, to, '')
  await hand.clickBehind(other.tag)
  await hand.press('Control+v')
  sheet.write(other.at, other.behind, other.behind, words)
  return `cut ${JSON.stringify(words)} from ${line.tag}, paste it behind ${other.tag}`
}

const style: Deed = async (desk) => {
  const { hand, chance } = desk
  const line = somewhere(desk, ({ place }) => place !== 'code')
  if (!line || (await hand.face()) !== 'rich') return null
  await hand.clickBehind(line.tag)
  await hand.times('ArrowLeft', line.tag.length)
  const steps = Math.min(chance.between(1, 9), lettersBefore(line.text, line.behind - line.tag.length))
  if (steps === 0) return null
  await hand.times('Shift+ArrowLeft', steps)
  const key = chance.of(['Control+b', 'Control+i', 'Control+Shift+s', 'Control+e'])
  await hand.press(key)
  await hand.move('ArrowRight')
  return `${key} on ${steps} letters of ${line.tag}`
}

const compose: Deed = async (desk) => {
  const { hand, sheet, chance } = desk
  const line = somewhere(desk)
  if (!line) return null
  const from = await stepInto(desk, line, (await hand.face()) === 'rich')
  await hand.compose(chance.of(['wendang', 'ni', 'shi/fou']))
  const isSaved = chance.happens(0.3)
  if (isSaved) await hand.press('Control+s')
  const chosen = chance.of(['文档', '你好', '是', '', '，'])
  await hand.choose(chosen)
  sheet.write(line.at, from, from, chosen)
  return `compose ${JSON.stringify(chosen)} at ${from} of ${line.tag}${isSaved ? ', saving within' : ''}`
}

const undoAndRedo: Deed = async ({ hand, chance }) => {
  const times = chance.between(1, 5)
  for (let time = 0; time < times; time += 1) await hand.press('Control+z')
  for (let time = 0; time < times; time += 1) await hand.press(chance.happens(0.5) ? 'Control+Shift+z' : 'Control+y')
  return `undo and redo ${times} times`
}

const changeFace: Deed = async ({ hand, chance, sheet }) => {
  const face = chance.of(['rich', 'rich', 'source', 'split'] as const)
  const before = await hand.face()
  await hand.chooseFace(face)
  // The one that is shown already keeps what markdown would not.
  if (face !== before) sheet.trim()
  return `change to ${face}`
}

const addBlock: Deed = async (desk) => {
  const { hand, chance } = desk
  const line = somewhere(desk, ({ place }) => place === 'paragraph')
  if (!line || (await hand.face()) !== 'rich') return null
  const kind = chance.of(['# ', '## ', '- ', '1. ', '> ', '[ ] ', '```sql', '/table'])
  await endOf(hand, line)
  await hand.press('Enter')
  await hand.type(kind)
  const place: Place = kind === '```sql' ? 'code' : kind === '/table' ? 'cell' : 'block'
  if (place !== 'block') await hand.press('Enter')
  if (place === 'cell') await pickTable(hand)
  const lines = await (place === 'cell' ? typeCells(desk) : typeLines(desk, kind))
  insertBelow(
    desk,
    line,
    lines.map((text) => ({ text, place })),
  )
  return `${kind} below ${line.tag}: ${JSON.stringify(lines)}`
}

/** The heading and a row, of three columns, as it is offered. */
async function pickTable(hand: Desk['hand']): Promise<void> {
  await hand.page.locator('.table-size [tabindex="0"]:focus').waitFor()
  await hand.press('Enter')
}

async function typeLines({ hand, sheet, chance }: Desk, kind: string): Promise<readonly string[]> {
  const count = kind.startsWith('#') || kind === '> ' ? 1 : 2
  const lines = Array.from({ length: count }, () => `${realLine(chance, hand.language)} ${sheet.newTag()}`)
  for (const [at, text] of lines.entries()) {
    if (at > 0) await hand.press('Enter')
    await hand.type(text)
  }
  return lines
}

async function typeCells({ hand, sheet, chance }: Desk): Promise<readonly string[]> {
  await hand.page.locator('.ProseMirror table').first().waitFor()
  const cells = Array.from({ length: 6 }, () => `${chance.of(CELLS)} ${sheet.newTag()}`)
  for (const [at, text] of cells.entries()) {
    if (at > 0) await hand.move('Tab')
    await hand.type(text)
  }
  return cells
}
const CELLS = ['user_id', 'a|b', 'varchar(64)', '是/否', 'x`y|z', '*', '\\', '1.10', '<br>', 'a * b', '$x$']

/** How often each is done, among all. */
export const DEEDS: readonly (readonly [Deed, number])[] = [
  ...([
    [typeLine, 6],
    [typeWithin, 5],
    [erase, 3],
    [split, 2],
    [join, 2],
    [pasteWithin, 4],
  ] as const),
  ...([
    [moveWords, 3],
    [style, 3],
    [compose, 3],
    [undoAndRedo, 2],
    [changeFace, 3],
    [addBlock, 3],
  ] as const),
]

function somewhere({ sheet, chance }: Desk, suits: (line: TaggedLine) => boolean = () => true): TaggedLine | null {
  // Longer ones would take more than one line of the screen.
  const lines = sheet.tagged.filter((line) => columnsOf(line.text) < 80 && suits(line))
  return lines.length === 0 ? null : chance.of(lines)
}

/** Chinese letters are as wide as two others. */
const columnsOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g) ?? []).length

async function endOf(hand: Hand, line: TaggedLine): Promise<void> {
  await hand.clickBehind(line.tag)
  await hand.move('End')
}

/** @returns the offset */
async function stepInto({ hand, chance }: Desk, line: TaggedLine, isAnywhere: boolean): Promise<number> {
  await hand.clickBehind(line.tag)
  if (!isAnywhere || chance.happens(0.4)) return line.behind
  const start = line.behind - line.tag.length
  const letters = Math.min(chance.between(0, 12), lettersBefore(line.text, start))
  await hand.times('ArrowLeft', line.tag.length + letters)
  return leftOf(line.text, start, letters)
}

function rightOf(text: string, from: number, letters: number): number {
  const behind = [...new Intl.Segmenter().segment(text.slice(from))]
  return from + (behind[letters]?.index ?? text.length - from)
}

function insertBelow({ sheet }: Desk, line: TaggedLine, lines: readonly Line[]): void {
  sheet.put(line.at + 1, 0, lines)
}
