import type { Page } from '@playwright/test'
import { editorOn } from './support/editor.ts'
import { journey, journeySeenInBothLanguages, press, type Actor, type Stage } from './support/journey.ts'
import { expect, expectAccessible } from './support/product.ts'

// Each longer than one of the two limits, and quick as rich text all the same.
const MANY_LINES = `Begin.\n\n\`\`\`text\n${'line\n'.repeat(3_000)}\`\`\`\n`
const LARGE = `Begin.\n\n${`${'字'.repeat(999)}\n\n`.repeat(70)}`

/** Opens a page of an item of its own in the editor. */
async function openPageOf({ client, page }: Actor, content: string) {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Long' })
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Much', page_content: content },
  })
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  return async () => (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content
}
const faceOf = (page: Page) => page.locator('.edit-page')
const noticeOf = (page: Page, { say }: Pick<Stage, 'say'>) => page.getByText(say('editor', 'long.notice'))

for (const [length, content] of [
  ['of more than 3,000 lines', MANY_LINES],
  ['of more than 200 KB', LARGE],
] as const)
  (content === LARGE ? journeySeenInBothLanguages : journey)(
    `[J11] a page ${length} opens as markdown, and rich text asks first`,
    async (stage) => {
      const { say } = stage
      const olga = await stage.actor('olga')
      const { page } = olga
      const editor = editorOn(page, stage)
      const notice = noticeOf(page, stage)
      const question = page.getByRole('dialog', { name: say('editor', 'long.title') })
      const stored = await openPageOf(olga, content)

      await expect(notice).toBeVisible()
      await expect(faceOf(page)).toHaveAttribute('data-face', 'source')
      await expect(editor.text).toContainText('Begin.')
      await expectAccessible(page)
      await press(page, say('editor', 'long.close'))
      await expect(notice).toHaveCount(0)

      await editor.chooseFace('rich')
      await expect(question.getByText(say('editor', 'long.text'))).toBeVisible()
      await expectAccessible(page)
      await press(question, say('common', 'action.cancel'))
      await expect(question).toHaveCount(0)
      await expect(faceOf(page)).toHaveAttribute('data-face', 'source')
      await editor.chooseFace('rich')
      await press(question, say('editor', 'long.rich'))
      await expect(faceOf(page)).toHaveAttribute('data-face', 'rich')
      await editor.typeAfter('Begin.', ' Written as rich text.')
      await editor.save()

      expect(await stored()).toBe(content.replace('Begin.', 'Begin. Written as rich text.'))
    },
  )

journey('[J11] who prefers markdown is told nothing of a long page, others may go on as they like', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-prefers')
  const { page } = olga
  const editor = editorOn(page, stage)
  const notice = noticeOf(page, stage)
  await openPageOf(olga, MANY_LINES)

  await page
    .locator('.edit-notice')
    .getByRole('button', { name: say('editor', 'long.rich') })
    .click()
  await expect(faceOf(page)).toHaveAttribute('data-face', 'rich')
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(faceOf(page)).toHaveAttribute('data-face', 'source')

  await editor.chooseFace('split')
  await editor.chooseFace('source')
  await page.reload()
  await expect(editor.text).toContainText('Begin.')
  await expect(notice).toHaveCount(0)
})
