import { decoded } from '#core/decoded.ts'

/** Prefix of all ids in an article: see `Heading` in core/ports/rendering.ts. Users do not need to see it. */
export const ID_PREFIX = 'user-content-'

/** The position the reader jumped to: it is kept while pictures and diagrams above or below it get their sizes. */
type HeldPlace = HTMLElement | 'start' | 'end'

const JUMPS: Readonly<Record<string, HeldPlace>> = { Home: 'start', End: 'end' }

let held: HeldPlace | null = null
let heightThen = 0
let heldSince = 0

/** Until then, the browser's own jump and earlier scrolling may still move the page. */
const SETTLING_MS = 500

/** The heading with this fragment, with or without the prefix. */
export function headingOf(hash: string): HTMLElement | null {
  const name = decoded(hash.slice(1))
  if (name === '') return null
  return document.getElementById(name) ?? document.getElementById(ID_PREFIX + name)
}

/** The last heading jumped to, until the reader scrolls. */
export const heldHeading = (): HTMLElement | null => (held instanceof HTMLElement ? held : null)

export function holdHeading(heading: HTMLElement): void {
  hold(heading)
}

/**
 * Keeps the target of a jump in place: the target of a link, and the ends of the page.
 * @returns stops it
 */
export function keepPlaces(): () => void {
  const observer = new ResizeObserver(restore)
  observer.observe(document.body)
  const jump = () => {
    const heading = headingOf(location.hash)
    if (heading?.closest('.article')) hold(heading)
  }
  // The address may be the current one already: then only the click is noticed.
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const heading = link && isPlain ? headingOf(link.hash) : null
    if (heading?.closest('.article')) hold(heading)
  }
  const onKey = (event: KeyboardEvent) => {
    release()
    const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea, select, [role=tree]')
    const place = JUMPS[event.key]
    if (place && !event.shiftKey && !event.altKey && !isElsewhere) hold(place)
  }
  // Dragging the scroll bar only shows in the scroll position changing while the height does not.
  const onScroll = () => {
    if (held === null || document.body.scrollHeight !== heightThen || isInPlace(held)) return
    if (performance.now() - heldSince < SETTLING_MS) restore()
    else release()
  }
  addEventListener('hashchange', jump)
  document.addEventListener('click', onClick)
  addEventListener('keydown', onKey)
  addEventListener('scroll', onScroll, { passive: true })
  for (const act of ['wheel', 'touchmove', 'pointerdown']) addEventListener(act, release, { passive: true })
  return () => {
    release()
    observer.disconnect()
    removeEventListener('hashchange', jump)
    document.removeEventListener('click', onClick)
    removeEventListener('keydown', onKey)
    removeEventListener('scroll', onScroll)
    for (const act of ['wheel', 'touchmove', 'pointerdown']) removeEventListener(act, release)
  }
}

function hold(place: HeldPlace): void {
  held = place
  heldSince = performance.now()
  // The browser jumps first, and only approximately for parts that are not laid out yet.
  requestAnimationFrame(restore)
}

function release(): void {
  held = null
}

function restore(): void {
  heightThen = document.body.scrollHeight
  if (held === null || isInPlace(held)) return
  if (held === 'start') scrollTo(0, 0)
  else if (held === 'end') scrollTo(0, document.documentElement.scrollHeight)
  else if (held.isConnected) held.scrollIntoView()
}

function isInPlace(place: HeldPlace): boolean {
  if (place === 'start') return scrollY === 0
  const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2
  if (place === 'end') return isAtEnd
  const { top } = place.getBoundingClientRect()
  const margin = parseFloat(getComputedStyle(place).scrollMarginTop)
  return Math.abs(top - margin) < 2 || (isAtEnd && top > margin)
}
