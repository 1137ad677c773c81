/** What is at the bottom of the screen, above everything beside the screens. */
const panels = new Set<HTMLElement>()

/** For panels at the bottom of the screen: tells, as `--room-below`, how much of it they take. A ref. */
export function takeRoomBelow(panel: HTMLElement): () => void {
  const watch = new ResizeObserver(tell)
  panels.add(panel)
  watch.observe(panel)
  addEventListener('resize', tell)
  tell()
  return () => {
    panels.delete(panel)
    watch.disconnect()
    removeEventListener('resize', tell)
    tell()
  }
}

function tell(): void {
  const heights = [...panels].map((panel) => {
    const { top, bottom } = panel.getBoundingClientRect()
    // One that has moved to the top covers nothing here.
    return top + bottom < innerHeight ? 0 : innerHeight - top
  })
  document.documentElement.style.setProperty('--room-below', `${Math.max(0, ...heights)}px`)
}
