import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules of axe that ask for colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const

/**
 * What axe finds wrong on the screen right now, by all of its rules or by these alone. It looks and judges in the page
 * itself: to gather what it saw in several frames it would open another page each time, which takes ten times as long.
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which are not looked into`)
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
