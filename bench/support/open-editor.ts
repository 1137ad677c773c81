import type { Browser, Page } from '@playwright/test'
import { signIn } from '#tests/e2e/support/product.ts'
import type { BenchProduct } from './product.ts'

/** A new page in its editor, in English, in a separate window. */
export async function openEditor(
  browser: Browser,
  { server, admin, itemId }: BenchProduct,
  title: string,
  content: string,
): Promise<Page> {
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ page_id: 0, item_id: itemId, page_title: title, page_content: content },
  })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  await signIn(page, server.url)
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  return page
}
