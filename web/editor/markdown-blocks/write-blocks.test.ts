import { array, assert, constantFrom, property } from 'fast-check'
import { expect, it, vi } from 'vitest'
import { newBlockId, type Block } from './blocks.ts'
import * as writer from './markdown-writer.ts'
import { openMarkdown } from './session.ts'
import { writeBlocks } from './write-blocks.ts'

const item = (text: string, type: Block['type'] = 'numberedListItem'): Block => ({
  ...{ id: newBlockId(), type, props: {}, children: [] },
  content: [{ type: 'text', text, styles: {} }],
})

it('of a long page only the changed paragraph or item is written anew', () => {
  const hints = new Map()
  const page = [
    ...Array.from({ length: 200 }, (_, at) => item(`paragraph ${at}`, 'paragraph')),
    ...Array.from({ length: 200 }, (_, at) => item(`item ${at}`)),
  ]
  const before = writeBlocks(page, hints)
  const writing = vi.spyOn(writer, 'writeNode')

  expect(writeBlocks([...page], hints)).toBe(before)
  expect(writing).not.toHaveBeenCalled()
  const changed = page.with(100, item('changed', 'paragraph')).with(300, item('other'))
  const text = writeBlocks(changed, hints)

  expect(writing).toHaveBeenCalledTimes(2)
  expect(text).toBe(before.replace('paragraph 100\n', 'changed\n').replace('. item 100\n', '. other\n'))
})

it('an item that comes into a list gives those below it their new numbers', () => {
  const hints = new Map()
  const [one, two] = [item('one'), item('two')]
  expect(writeBlocks([one, two], hints)).toBe('1. one\n2. two')

  expect(writeBlocks([item('new'), one, two], hints)).toBe('1. new\n2. one\n3. two')
})

it('a list below another one keeps its own marker, whatever was written before', () => {
  const { blocks, session } = openMarkdown('- one\n- two\n')
  const [one, two] = blocks
  if (!one || !two) throw new Error('the list is not there')
  expect(writeBlocks([one, two], session.hints)).toBe('- one\n- two')
  const numbered = { ...item('three'), props: { start: 3 } }

  expect(writeBlocks([item('1'), numbered], session.hints)).toBe('1. 1\n\n3) three')
  expect(writeBlocks([numbered], session.hints)).toBe('3. three')
})

const WITHIN = {
  paragraph: 'text',
  quote: '> said',
  list: '- inner',
  task: '- [ ] open',
  numbers: '1. first',
  later: '3. third',
  code: '```sh\nls\n```',
  table: '| a |\n| --- |\n| b |',
  heading: '## head',
  rule: '---',
  picture: '![p](https://example.com/p.png)',
  html: '<div>html</div>',
} as const

it('blocks within an item stay apart, whatever is above them, also in a list without empty lines', () => {
  const kinds = constantFrom(...(Object.keys(WITHIN) as (keyof typeof WITHIN)[]))
  const shape = (blocks: readonly Block[]): unknown =>
    blocks.map(({ type, content, props, children }) => [type, content, props, shape(children)])
  assert(
    property(array(kinds, { maxLength: 4 }), (chosen) => {
      const { blocks, session } = openMarkdown('- one\n- two\n')
      const [one, two] = blocks
      if (!one || !two) throw new Error('the list is not there')
      const children = chosen.flatMap((kind) => openMarkdown(`${WITHIN[kind]}\n`).blocks)

      const again = openMarkdown(writeBlocks([{ ...one, children }, two], session.hints))

      expect(shape(again.blocks)).toEqual(shape([{ ...one, children }, two]))
    }),
    { numRuns: 500 },
  )
})
