import type { Page } from '@playwright/test'
import { languagesOf } from './languages.ts'
import { test } from './product.ts'
import type { RunningServer } from './running-server.ts'
import type { Language } from './words.ts'

/** A test that does the same in each language, and runs in one of them (see {@link languagesOf}). */
export function languageTest(
  title: string,
  run: (language: Language, page: Page, server: RunningServer) => Promise<void>,
): void {
  for (const language of languagesOf(title))
    test(`${title} (${language})`, ({ page, server }) => run(language, page, server))
}
