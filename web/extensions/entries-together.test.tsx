// @vitest-environment jsdom
import { act, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { Refused, until } from '#tests/support/mounted.tsx'
import { openedMenu, type OpenedMenu } from '#tests/support/opened-menu.tsx'
import { api } from '#web/api/trpc.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { lazyPart } from '#web/parts/part.tsx'
import { ContributedEntries } from './contributed.tsx'
import { EntriesTogether, useEntryAnswer } from './entries-together.tsx'
import { catalogActions, defineWebPlugin } from './points.ts'

const QUIET = { meta: { isQuiet: true } } as const

let refresh: () => Promise<void>
function Export() {
  const { invalidate } = api.useUtils().export.formats
  useEffect(() => {
    refresh = () => invalidate()
  })
  const answer = useEntryAnswer(api.export.formats.useQuery({}, QUIET))
  return answer && answer.formats.length > 0 ? <MenuItem>export</MenuItem> : null
}
function Import() {
  const answer = useEntryAnswer(api.import.formats.useQuery({}, QUIET))
  return answer ? <MenuItem>import</MenuItem> : null
}

let listeners = new Set<() => void>()
let isSudden = false
function setSudden(is: boolean): void {
  isSudden = is
  for (const listener of listeners) listener()
}
/** Of a plugin that lets nobody wait for it. */
const Sudden = () =>
  useSyncExternalStore(
    (listener) => {
      listeners = new Set([...listeners, listener])
      return () => listeners.delete(listener)
    },
    () => isSudden,
  ) && <MenuItem>sudden</MenuItem>

let loading: PromiseWithResolvers<ComponentType>
let Loaded: ComponentType
beforeEach(() => {
  loading = Promise.withResolvers()
  Loaded = lazyPart(() => loading.promise)
  isSudden = false
})
const Lazy = () => <Loaded />

vi.mock(import('./load.ts'), () => ({
  loadWebPlugins: async () => {
    const contributes = [Export, Sudden, Import, Lazy].map((Component) => contribute(catalogActions, { Component }))
    return [defineWebPlugin({ id: 'sample', apiVersion: 2, contributes })]
  },
}))

const FORMATS = { 'export.formats': () => ({ formats: [{}] }), 'import.formats': () => ({ formats: [{}] }) }
const opened = (answers: Parameters<typeof openedMenu>[1] = FORMATS) =>
  openedMenu(
    <EntriesTogether>
      <MenuItem>first</MenuItem>
      <ContributedEntries point={catalogActions} with={{ itemId: 1, catalogId: 2 }} />
      <MenuItem>last</MenuItem>
    </EntriesTogether>,
    answers,
  )
const entriesOf = ({ seen }: OpenedMenu): readonly string[] => seen.at(-1) ?? []

it('entries come together, each in its place, once the last of them is known', async () => {
  const menu = await opened()
  await menu.answer('import.formats')
  await menu.answer('export.formats')
  expect(menu.seen).toEqual([])

  await act(async () => loading.resolve(() => <MenuItem>lazy</MenuItem>))
  await until(() => menu.seen.length > 0)

  expect(menu.seen).toEqual([['first', 'export', 'import', 'lazy', 'last']])
})

it('a menu that is open does not move: late entries follow after all others, in the order they come in', async () => {
  const menu = await opened()
  await menu.endPatience()
  await act(async () => loading.resolve(() => <MenuItem>lazy</MenuItem>))
  await until(() => entriesOf(menu).includes('lazy'))
  await menu.answer('export.formats')
  await menu.answer('import.formats')
  await until(() => entriesOf(menu).includes('export'))
  await act(async () => setSudden(true))
  await until(() => entriesOf(menu).includes('sudden'))

  expect(entriesOf(menu)).toEqual(['first', 'last', 'lazy', 'export', 'import', 'sudden'])
  for (const [at, before] of menu.seen.slice(0, -1).entries())
    expect(menu.seen[at + 1]?.slice(0, before.length)).toEqual(before)
})

it('nobody waits for an entry whose question is refused', async () => {
  loading.resolve(() => null)
  const menu = await opened({
    ...FORMATS,
    'export.formats': () => {
      throw new Refused('notAllowed')
    },
  })
  await menu.answer('import.formats')
  await menu.answer('export.formats')
  await until(() => menu.seen.length > 0)

  expect(menu.seen).toEqual([['first', 'import', 'last']])
})

it('keys reach the menu while it waits, and its first entry when there is nothing to wait for', async () => {
  loading.resolve(() => null)
  const menu = await opened()
  const focused = () => document.activeElement?.textContent
  expect(document.activeElement?.role).toBe('menu')

  await menu.answer('import.formats')
  await menu.answer('export.formats')
  await until(() => menu.seen.length > 0)
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  expect(focused()).toBe('first')

  await menu.toggle()
  await menu.toggle()
  expect(focused()).toBe('first')
})

it('an entry stays as it was when the menu was opened, and the menu waits for what has changed the next time', async () => {
  loading.resolve(() => null)
  let count = 1
  const menu = await opened({ ...FORMATS, 'export.formats': () => ({ formats: Array.from({ length: count }) }) })
  await menu.answer('import.formats')
  await menu.answer('export.formats')
  await until(() => menu.seen.length > 0)

  count = 0
  await act(async () => refresh())
  expect(entriesOf(menu)).toEqual(['first', 'export', 'import', 'last'])
  await menu.toggle()
  count = 1
  await act(async () => refresh())
  await menu.toggle()
  await until(() => entriesOf(menu).length > 0)

  expect(menu.seen.slice(1)).toEqual([[], ['first', 'export', 'import', 'last']])
})
