import { act, type ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { EntriesTogether } from '#web/extensions/entries-together.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Menu, MenuItem } from '#web/parts/menu.tsx'
import { mounted, until, type Answers } from './mounted.tsx'

/** A menu that was just opened. */
export interface OpenedMenu {
  readonly place: HTMLElement
  /** What stood in it, one list for each change. */
  readonly seen: readonly (readonly string[])[]
  /** The server gives the answer to this operation, which it has held back until now. */
  answer(operation: string): Promise<void>
  /** Closes it, or opens it again. */
  toggle(): Promise<void>
  /** The menu waits no longer for its entries. */
  endPatience(): Promise<void>
}

const PATIENCE_MS = 1_000

/** Opens a menu with these entries. The server answers nothing before `answer` is called, and the menu waits. */
export async function openedMenu(entries: ReactNode, answers: Answers): Promise<OpenedMenu> {
  const gates = new Map(Object.keys(answers).map((name) => [name, Promise.withResolvers<void>()]))
  const held = Object.entries(answers).map(([name, answer]): [string, Answers[string]] => [
    name,
    async (input) => {
      await gates.get(name)?.promise
      return answer(input)
    },
  ])
  const patience: (() => void)[] = []
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
    ms === PATIENCE_MS ? patience.push(run) : setTimeout(run, ms),
  )
  const { place } = await mounted(
    <Menu
      renderOpener={(props) => (
        <IconButton label="more" {...props}>
          …
        </IconButton>
      )}
    >
      {entries}
    </Menu>,
    Object.fromEntries(held),
  )
  const seen: (readonly string[])[] = []
  const look = () => {
    const now = [...place.querySelectorAll('[role=menuitem]')]
      .filter((entry) => !entry.closest('[hidden]'))
      .map(({ textContent }) => textContent)
    if (now.join() !== (seen.at(-1) ?? []).join()) seen.push(now)
  }
  // As it is painted: after all who watch.
  const watch = new MutationObserver(() => queueMicrotask(look))
  watch.observe(place, { subtree: true, childList: true, characterData: true, attributes: true })
  onTestFinished(() => watch.disconnect())
  const toggle = () => act(async () => place.querySelector('button')?.click())
  await toggle()
  return {
    toggle,
    place,
    seen,
    answer: (name) => act(async () => gates.get(name)?.resolve()),
    endPatience: () => act(async () => patience.forEach((end) => end())),
  }
}

/**
 * What stands in a menu of this entry and another one, "share", once the server has answered what the entry asks it; one
 * list for each change. Before, the menu is empty.
 */
export async function seenBesideShare(
  entry: ReactNode,
  operation: string,
  answer: Answers[string],
): Promise<OpenedMenu['seen']> {
  const menu = await openedMenu(
    <EntriesTogether>
      {entry}
      <MenuItem>share</MenuItem>
    </EntriesTogether>,
    { [operation]: answer },
  )
  expect(menu.seen).toEqual([])
  await menu.answer(operation)
  await until(() => menu.seen.length > 0)
  return menu.seen
}
