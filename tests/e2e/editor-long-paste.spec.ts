import { paste } from './support/clipboard.ts'
import { expect, newPerson, test, type Person } from './support/product.ts'
import { newTypist, storedText } from './support/typist.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'long-paster')
})

const LINES = Array.from({ length: 800 }, (_, line) => `Line ${line} of a long text, GET /api/v1/orders.`)

test('a long text that is pasted is saved whole, and one undo takes it back', async ({ page, server }) => {
  const { text, client, pageId } = await newTypist(page, server.url, person)
  const strip = page.getByText('Pasting a long text')

  await paste(page, { text: LINES.join('\n\n') })
  await expect(strip).toBeVisible()
  // Wherever it is by now, a save has all of it.
  await page.keyboard.press('Control+s')
  await expect.poll(() => storedText(client, pageId)).toBe(`started\n\n${LINES.join('\n\n')}\n`)
  await expect(text.getByText('Line 400 of')).toHaveCount(1)
  await expect(strip).toHaveCount(0)
  await page.keyboard.press('Control+z')

  await expect(text.getByText('Line ')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect.poll(() => storedText(client, pageId)).toMatch(/^started\n*$/)
})
