import type { Locator, Page } from '@playwright/test'
import { expect } from './product.ts'
import type { Say } from './words.ts'

/** The editor on a screen, in the language of the journey. */
export interface OpenEditor {
  /** The text in whichever face is shown; rich text and markdown alike. */
  readonly text: Locator
  readonly title: Locator
  /** What the editor says about where the text is. */
  readonly state: Locator
  chooseFace(face: 'rich' | 'source' | 'split'): Promise<void>
  /** Opens a menu of the toolbar and chooses a line of it. */
  chooseTool(menu: 'toolbar.insert' | 'toolbar.format' | 'save.more', tool: string): Promise<void>
  /** Types at the end of the text; in rich text below the last paragraph. */
  typeAtEnd(typed: string): Promise<void>
  /** Types at the end of the line with these words. */
  typeAfter(words: string, typed: string): Promise<void>
  /** Saves by keyboard and waits until the editor says that it is saved. */
  save(): Promise<void>
}

export function editorOn(page: Page, { say }: { readonly say: Say }): OpenEditor {
  const text = page.getByRole('textbox', { name: say('editor', 'text.label') })
  const state = page.locator('.edit-state output').first()
  const savedAs = new RegExp(say('editor', 'state.saved').replace(/\{\{\w+\}\}/g, '.+'))
  return {
    text,
    title: page.getByRole('textbox', { name: say('editor', 'title.label') }),
    state,
    chooseFace: (face) =>
      page
        .locator('.face-switch')
        .getByText(say('editor', `face.${face}`), { exact: true })
        .click(),
    async chooseTool(menu, tool) {
      await page.getByRole('button', { name: say('editor', menu), exact: true }).click()
      await page.getByRole('menuitem', { name: tool, exact: true }).click()
    },
    async typeAtEnd(typed) {
      await text.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(typed)
    },
    async typeAfter(words, typed) {
      await text.getByText(words).click()
      await page.keyboard.press('End')
      await page.keyboard.type(typed)
    },
    async save() {
      await page.keyboard.press('Control+s')
      await expect(state).toHaveText(savedAs)
    },
  }
}

/** A click into the text, until the editor has put the caret there: it does so a moment after the button is let go. */
export async function clickInto(page: Page, place: Locator): Promise<void> {
  await place.click()
  for (let frame = 0; frame < 2; frame += 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}
