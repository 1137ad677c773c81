import type { Page } from '@playwright/test'

/** Notes where each line of a menu has been. @returns the lines that were in more than one place */
export async function movedLinesOf(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const places = new Map<string, Set<number>>()
    const look = () => {
      for (const line of document.querySelectorAll('[role=menuitem]')) {
        if (!line.checkVisibility()) continue
        const name = line.textContent ?? ''
        places.set(name, (places.get(name) ?? new Set()).add(line.getBoundingClientRect().top))
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { movedLines: () => [...places].filter(([, { size }]) => size > 1).map(([name]) => name) })
  })
  return () => page.evaluate(() => (window as unknown as { movedLines(): string[] }).movedLines())
}
