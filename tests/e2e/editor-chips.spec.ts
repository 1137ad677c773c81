import { expect, newPerson, test, type Person } from './support/product.ts'
import { move, newTypist, storedText } from './support/typist.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'chip-writer')
})

test('what is typed in an open chip is unsaved from the first key, and saved', async ({ page, server }) => {
  const { text, saved } = await newTypist(page, server.url, person, 'start\n\nThe sum $x$ here.\n')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
  await text.getByRole('button', { name: '$x$' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('+')
  await expect(page.locator('.edit-state output')).toContainText('Unsaved')
  await page.keyboard.type('y')

  expect(await saved()).toBe('started\n\nThe sum $x+y$ here.\n')
})

test('what is composed in an open chip is unsaved before it is chosen', async ({ page, server }) => {
  const { text } = await newTypist(page, server.url, person, 'start\n\nThe sum $x$ here.\n')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
  await text.getByRole('button', { name: '$x$' }).click()

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'wen', selectionStart: 3, selectionEnd: 3 })

  await expect(page.locator('.edit-state output')).toContainText('Unsaved')
})

test('a chip of two lines that is clicked and left is as it was', async ({ page, server }) => {
  const content = 'start\n\nA note <!-- of\ntwo --> lines.\n'
  const { text, client, pageId } = await newTypist(page, server.url, person, content)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
  await text.getByRole('button', { name: 'two -->' }).click()
  await expect(text.getByRole('textbox')).toHaveValue('<!-- of\ntwo -->')
  await text.getByText('started').click()
  await expect(text.getByRole('button', { name: 'two -->' })).toBeVisible()

  await page.keyboard.press('Control+s')

  await expect(page.getByText('Nothing has changed since the last save')).toBeVisible()
  expect(await storedText(client, pageId)).toBe(content.replace('start', 'started'))
})

test('a chip is opened by F2 beside it, and Enter and Escape lead to the text behind it', async ({ page, server }) => {
  const { saved } = await newTypist(page, server.url, person, 'start\n\nThe sum $x$ here.\n')
  const field = page.getByRole('textbox', { name: 'Edit this piece of Markdown' })
  await page.keyboard.press('Backspace')
  await move(page, 'ArrowDown', 'Home', ...Array.from('The sum ', () => 'ArrowRight'))
  await page.keyboard.press('F2')
  await expect(field).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('+y')
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await page.keyboard.type('!')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.keyboard.type('?')

  expect(await saved()).toBe('started\n\nThe sum $x+y$?! here.\n')
})
