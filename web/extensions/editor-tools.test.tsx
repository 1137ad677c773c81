// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { useEditorTools, type ShownTools } from './editor-tools.tsx'
import { editorTools, type EditorTool, type EditorToolContext } from './points.ts'

const tools: EditorTool[] = []
vi.mock(import('./contributions.ts'), async (original) => ({
  ...(await original()),
  useContributions: ((point: { readonly id: string }) =>
    point.id === editorTools.id ? tools.map((value) => ({ pluginId: 'boards', value })) : []) as never,
}))

const inserted: string[] = []
const released: number[] = []
let holds = 0
const hold = () => {
  const id = (holds += 1)
  return {
    insert: (markdown: string) => void inserted.push(`${markdown} at ${id}`),
    release: () => void released.push(id),
  }
}

function Toolbar({ onShown }: { readonly onShown: (tools: ShownTools) => void }) {
  const offered = useEditorTools({ editor: {} as never, language: 'en' }, 'markdown', hold)
  useEffect(() => {
    onShown(offered)
  })
  return offered.dialog
}

async function toolbar(given: Readonly<Record<string, (context: EditorToolContext) => Promise<void>>>) {
  tools.splice(0)
  for (const [id, run] of Object.entries(given)) tools.push({ id, title: id, place: 'insert', run })
  let shown: ShownTools | undefined
  await mounted(<Toolbar onShown={(offered) => (shown = offered)} />, {})
  return (id: string) => act(async () => shown?.tools.find(({ key }) => key === `boards.${id}`)?.open())
}

afterEach(() => {
  vi.unstubAllGlobals()
  holds = 0
  for (const list of [inserted, released]) list.splice(0)
  vi.useRealTimers()
})

it('a tool that hangs holds no other tool', async () => {
  const quick = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
  const choose = await toolbar({ hanging: () => new Promise(() => undefined), quick })

  await choose('hanging')
  await choose('quick')
  await choose('quick')

  expect(quick).toHaveBeenCalledTimes(2)
})

it('a tool that is chosen twice runs once after the other', async () => {
  const first = Promise.withResolvers<void>()
  const runs = vi.fn<() => Promise<void>>().mockReturnValueOnce(first.promise).mockResolvedValue(undefined)
  const choose = await toolbar({ slow: runs })

  await choose('slow')
  await choose('slow')
  expect(runs).toHaveBeenCalledTimes(1)

  await act(async () => first.resolve())
  expect(runs).toHaveBeenCalledTimes(2)
})

it('runs of a tool that hangs begin one after another, each when the one before had its time', async () => {
  const runs = vi.fn<() => Promise<void>>(() => new Promise(() => undefined))
  const choose = await toolbar({ hanging: runs })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let times = 0; times < 3; times += 1) await choose('hanging')

  await act(async () => vi.advanceTimersByTimeAsync(15_000))
  expect(runs).toHaveBeenCalledTimes(2)

  await act(async () => vi.advanceTimersByTimeAsync(10_000))
  expect(runs).toHaveBeenCalledTimes(3)
})

it('what a tool inserts comes to the place at which it was chosen, however late', async () => {
  const loaded = Promise.withResolvers<void>()
  const choose = await toolbar({
    slow: async ({ editor }) => {
      await loaded.promise
      editor.insert('slow')
    },
    quick: async ({ editor }) => editor.insert('quick'),
    failing: () => Promise.reject(new Error('broken')),
  })
  vi.stubGlobal('reportError', () => undefined)

  for (const id of ['slow', 'quick', 'failing']) await choose(id)
  expect([inserted, released]).toEqual([['quick at 2'], [2, 3]])
  await act(async () => loaded.resolve())

  expect([inserted, released]).toEqual([
    ['quick at 2', 'slow at 1'],
    [2, 3, 1],
  ])
})
