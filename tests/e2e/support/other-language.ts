import type { BrowserContext, Page } from '@playwright/test'
import { LANGUAGES } from './languages.ts'

const contexts = new WeakSet<BrowserContext>()

/**
 * From here on, whatever is held for accessible or to fit in this browser is held for it in the other language as well,
 * where it stands: the test is walked once, and what it looks at is looked at in both.
 */
export const lookInBothLanguages = (context: BrowserContext): void => void contexts.add(context)

/** Looks at the screen in the other language, where that is wanted (see {@link lookInBothLanguages}). */
export async function inOtherLanguageToo(page: Page, look: () => Promise<void>): Promise<void> {
  if (contexts.has(page.context())) await inOtherLanguage(page, look)
}

/** Looks at the screen in the other language, without loading it again, and leaves it in the one it had. */
export async function inOtherLanguage(page: Page, look: () => Promise<void>): Promise<void> {
  const language = await page.evaluate(() => document.documentElement.lang.toLowerCase())
  await speakThere(page, LANGUAGES.find((other) => other !== language) ?? 'en')
  try {
    await look()
  } finally {
    await speakThere(page, language)
  }
}

/** As the menu of the account changes it, and neither the account nor the next document hears of it. */
const speakThere = (page: Page, language: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    interface Texts {
      readonly reloadResources: (language: string) => Promise<void>
      readonly changeLanguage: (language: string) => Promise<unknown>
    }
    interface Fiber {
      readonly memoizedProps: { readonly i18n?: Texts } | null
      readonly child: Fiber | null
    }
    const root = document.querySelector('#root') as unknown as Record<string, Fiber> | null
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$')) ?? ''
    const current = (root?.[key] as unknown as { readonly stateNode: { readonly current: Fiber } } | undefined)
      ?.stateNode
    let fiber = current?.current ?? null
    while (fiber && !fiber.memoizedProps?.i18n) fiber = fiber.child
    const texts = fiber?.memoizedProps?.i18n
    if (!texts) throw new Error('nothing here speaks a language')
    await texts.reloadResources(wanted)
    document.documentElement.lang = wanted === 'zh-cn' ? 'zh-CN' : 'en'
    await texts.changeLanguage(wanted)
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let frame = 0; frame < 2; frame += 1) await drawn()
  }, language)
