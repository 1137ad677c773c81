import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** The rules of axe that ask for colours, which cost it more than all others together. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe is asked: all of its rules, those about colours, or the others. */
export type Asked = 'everything' | 'colours' | 'all but colours'

const OPTIONS: Readonly<Record<Asked, RunOptions>> = {
  everything: {},
  colours: { runOnly: COLOUR_RULES },
  'all but colours': { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
}

/** Axe as a script, which each document is given once. */
const axeScript = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong right now, on the whole screen or in a part of it. It looks and judges in the page itself. */
export async function violationsOf(place: Page | Locator, asked: Asked = 'everything'): Promise<readonly string[]> {
  const page = 'page' in place ? place.page() : place
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which are not looked into`)
  const part = 'page' in place ? place : place.locator(':root')
  const look = () => part.evaluate(violationsIn, OPTIONS[asked])
  const found = await look()
  if (found) return found
  await page.evaluate(await axeScript)
  return (await look()) ?? []
}

interface WindowWithAxe {
  readonly axe?: { readonly run: (part: Element | Document, options: RunOptions) => Promise<AxeResults> }
}

/** Runs in the page. @returns null when axe is not there yet */
async function violationsIn(part: Element, options: RunOptions): Promise<readonly string[] | null> {
  const { axe } = window as WindowWithAxe
  if (!axe) return null
  const { violations } = await axe.run(part === document.documentElement ? document : part, {
    ...options,
    reporter: 'no-passes',
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
