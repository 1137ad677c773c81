import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Stage } from './journey.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, shareSession, test, type RestClient } from './product.ts'
import type { Language } from './words.ts'

type Texts = Readonly<Record<string, string>>
const TEXTS: Readonly<Record<Language, Texts>> = { en: textsOf('en'), 'zh-cn': textsOf('zh-cn') }
function textsOf(language: Language): Texts {
  const file = new URL(`../../../plugins/backstage/locales/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}
/** A text of the sections, with its values. */
export const textsFor =
  ({ language }: Pick<Stage, 'language'>) =>
  (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
      TEXTS[language][key] ?? key,
    )

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** The title of a part of a section is not larger than the one of the section. */
export async function expectPartsBelowTitle(page: Page): Promise<void> {
  const sizes = await page
    .locator('.admin-section h2')
    .evaluateAll((heads) => heads.map((head) => Number.parseFloat(getComputedStyle(head).fontSize)))
  const [title = 0, ...parts] = sizes
  expect(Math.max(0, ...parts), `titles of ${sizes.join(', ')} px`).toBeLessThanOrEqual(title)
}

/** Shown as it is, in the light and in the dark, on a screen and on a phone. */
export async function look(page: Page, name: string): Promise<void> {
  await expectAccessibleInBothSchemes(page)
  await expectPartsBelowTitle(page)
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
  await page.setViewportSize(PHONE)
  await expectToFit(page)
  await expectAccessibleInBothSchemes(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: test.info().outputPath(`${name}-phone-dark.png`), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
}

/** A section in a window of its own, as this administrator sees it. */
export async function openSection(stage: Stage, admin: RestClient, section: string): Promise<Page> {
  const page = await stage.visitor()
  await shareSession(page, admin)
  await page.setViewportSize(DESKTOP)
  await page.goto(`/admin/backstage-${section}`)
  return page
}
