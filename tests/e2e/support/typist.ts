import type { Locator, Page } from '@playwright/test'
import { expect, type RestClient } from './product.ts'
import { newWriter, type Writer } from './writer.ts'

/** Somebody with the cursor in an empty line of a face, below `started`. */
export interface Typist extends Writer {
  readonly text: Locator
  /** Types a line by its keys, and Enter. */
  line(typed: string): Promise<void>
  /** Saves by the keyboard. @returns the text of the page as it is stored */
  saved(): Promise<string>
}

/** The names of the faces in which a page of markdown is written. */
export type FaceName = 'Rich text' | 'Markdown' | 'Preview'

export async function newTypist(
  page: Page,
  url: string,
  who: Parameters<typeof newWriter>[2],
  content = 'start\n',
  face: FaceName = 'Rich text',
): Promise<Typist> {
  const writer = await newWriter(page, url, who, { content })
  await page.goto(writer.address)
  if (face !== 'Rich text') await page.locator('.face-switch').getByText(face, { exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await text.getByText('start').click()
  await page.keyboard.press('End')
  // A busy browser tells rich text of the cursor a moment later, of a letter at once: Enter would split the word.
  await page.keyboard.type('ed')
  await page.keyboard.press('Enter')
  return {
    ...writer,
    text,
    async line(typed) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    },
    async saved() {
      await page.keyboard.press('Control+s')
      await expect(page.locator('.edit-state output')).toContainText('Saved as version')
      return storedText(writer.client, writer.pageId)
    },
  }
}

interface EditorView {
  readonly state: { readonly selection: { readonly anchor: number; readonly head: number } }
  posAtDOM(node: Node, offset: number): number
}

/** Presses keys that move the cursor, each once rich text knows of the one before: it is told a moment later. */
export async function move(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForFunction(() => {
      const editable = document.querySelector<HTMLElement & { editor?: { view: EditorView } }>('.ProseMirror')
      const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
      const view = editable?.editor?.view
      if (!view || !anchorNode || !focusNode) return false
      const { anchor, head } = view.state.selection
      return (
        view.posAtDOM(anchorNode, anchorOffset ?? 0) === anchor && view.posAtDOM(focusNode, focusOffset ?? 0) === head
      )
    })
  }
}

export const storedText = async (client: RestClient, pageId: number): Promise<string> =>
  (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content

/** Saves by the keyboard, in English. @returns the text of the page as it is stored */
export async function saved(page: Page, client: RestClient, pageId: number): Promise<string> {
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output').first()).toHaveText(/^Saved/)
  return storedText(client, pageId)
}
