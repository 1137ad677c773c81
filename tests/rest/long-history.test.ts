import { expect, it, onTestFinished } from 'vitest'
import { versionOf } from '#core/page/version.ts'
import { site } from './harness.ts'
import { dataOf } from './replies.ts'

it('lists the history of a page with 8 MB of texts, and says which older ones are left out', async () => {
  const here = await site()
  onTestFinished(() => here.close())
  const visitor = here.browser()
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  const { versions } = here.world.product.database
  const textsOf = [3, 2, 4].map((megabytes, index) => `${index}${'长'.repeat((megabytes * 1024 * 1024) / 3)}`)
  for (const [index, content] of textsOf.entries())
    await versions.keep({ ...versionOf({ ...page, content }), revision: index + 1 }, 20)

  const listed: readonly Record<string, unknown>[] = await dataOf(visitor, 'page/history', { page_id: page.id })

  expect(listed.map(({ page_content: content }) => content)).toEqual([textsOf[2], textsOf[1], ''])
  expect(listed.map(({ is_text_omitted: isOmitted }) => isOmitted)).toEqual([undefined, undefined, 1])
  const diff = await dataOf(visitor, 'page/diff', {
    page_id: page.id,
    page_history_id: Number(listed[2]?.['page_history_id']),
  })
  expect(diff.history_page.page_content).toBe(textsOf[0])
})
