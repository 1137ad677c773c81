import { createContext, use, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { OpenMenu } from './open-menu.ts'

const OpenMenuContext = createContext<OpenMenu | null>(null)

/** How long the entries of a menu wait for those of plugins. */
const TOGETHER_MS = 1_000

/**
 * The entries of a menu, all shown together, so that none moves when it is about to be chosen: what is known too late
 * follows after all others.
 */
export function EntriesTogether({ children }: { readonly children: ReactNode }) {
  const entries = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [menu] = useState(() => new OpenMenu())
  useLayoutEffect(() => {
    if (!entries.current || !end.current) return undefined
    menu.open(entries.current, end.current)
    const timer = setTimeout(() => menu.show(), TOGETHER_MS)
    return () => {
      clearTimeout(timer)
      menu.close()
    }
  }, [menu])
  return (
    <div ref={entries}>
      <OpenMenuContext value={menu}>{children}</OpenMenuContext>
      <div ref={end} />
    </div>
  )
}

/** One entry, which may be empty for now. */
export function EntryPlace({ children }: { readonly children: ReactNode }) {
  const menu = use(OpenMenuContext)
  const home = useRef<HTMLDivElement>(null)
  // An element of its own can be moved: React only knows what is in it.
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    home.current?.append(place)
    const remove = menu?.add(place)
    return () => {
      remove?.()
      place.remove()
    }
  }, [menu, place])
  return <div ref={home}>{createPortal(children, place)}</div>
}

/** The menu around it is not shown yet while this is true. */
export function useAwaited(isAwaited: boolean): void {
  const menu = use(OpenMenuContext)
  useLayoutEffect(() => (isAwaited ? menu?.wait() : undefined), [menu, isAwaited])
}

/** Shown in place of an entry that is still loading. */
export function AwaitedEntry() {
  useAwaited(true)
  return null
}

/**
 * What an entry of a menu has to know before it can say whether it is there. The menu is shown once it is known as it is
 * now, and while it is open the answer stays the same.
 */
export function useEntryAnswer<T>({ data, isFetching }: { readonly data: T; readonly isFetching: boolean }): T {
  const menu = use(OpenMenuContext)
  useAwaited(isFetching)
  const isShown = useSyncExternalStore(menu?.subscribe ?? never, () => menu?.isShown === true)
  const [kept, keep] = useState<T>()
  if (kept === undefined && data !== undefined && (isShown || !isFetching)) keep(data)
  return kept ?? data
}

const never = () => () => {}
