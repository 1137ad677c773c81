import { paste } from './support/clipboard.ts'
import { expect, newPerson, test, type Person } from './support/product.ts'
import { move, newTypist } from './support/typist.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'rich-paster')
})

const times = (count: number, key: string): readonly string[] => Array<string>(count).fill(key)

test('lines that are pasted stand in the place of the selection', async ({ page, server }) => {
  const { saved } = await newTypist(page, server.url, person)
  await page.keyboard.type('keep gone')
  await move(page, ...times(4, 'Shift+ArrowLeft'))
  await paste(page, { text: 'one\ntwo\n\nthree' })
  await page.keyboard.type('!')

  expect(await saved()).toBe('started\n\nkeep one\ntwo\n\nthree!\n')
})

test('lines that are pasted into a word part it', async ({ page, server }) => {
  const { saved } = await newTypist(page, server.url, person)
  await page.keyboard.type('beforeafter')
  await move(page, ...times(5, 'ArrowLeft'))
  await paste(page, { text: ' one\n\n- item\n\ntwo ' })

  expect(await saved()).toBe('started\n\nbefore one\n\n- item\n\ntwo after\n')
})

test('lines that are pasted into a cell stay in it', async ({ page, server }) => {
  const table = '| a | b |\n| --- | --- |\n| one | two |\n'
  const { text, saved } = await newTypist(page, server.url, person, `start\n\n${table}`)
  await text.getByText('one').click()
  await move(page, 'End')
  await page.keyboard.type(' ')
  await paste(page, { text: 'first\nsecond\n' })

  expect(await saved()).toBe('started\n\n' + table.replace('one', 'one first<br>second'))
})

test('text that is pasted is what it was, but for shortcuts', async ({ page, server }) => {
  const { saved, view } = await newTypist(page, server.url, person)
  const lines = [
    'SELECT * FROM a UNION SELECT * FROM b',
    'x = a * b * c',
    'cron */5 * * * *',
    '__init__',
    '* * * * * run',
  ]
  await paste(page, {
    text: lines.join('\n\n') + '\n\n# Part\n\n- **one**\n  - two\n- [x] three\n\n```sql\nSELECT *\n```\n',
  })

  expect(await saved()).toMatch(/\n# Part\n\n- \*\*one\*\*\n {2}- two\n- \[x\] three\n\n```sql\nSELECT \*\n```\n$/)
  await page.goto(view)
  await expect(page.locator('.article > p')).toHaveText(['started', ...lines])
})

const KEPT = 'The sum $x_1$ of [a](b "c")<br>and `code`.\n\n```js title="a.js"\nx\n```\n\n| a |\n| :---: |\n| $y$ |\n'

test('text that is copied with its chips comes back as it was', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { text, saved } = await newTypist(page, server.url, person, `start\n\n${KEPT}`)
  await page.keyboard.press('Backspace')
  // A click into the line might open a chip.
  await move(page, 'ArrowDown', 'Home', 'Shift+Control+End')
  await page.keyboard.press('Control+c')
  await text.getByText('started').click()
  await move(page, 'End')
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+v')

  await expect(text.getByText('The sum')).toHaveCount(2)
  expect(await saved()).toBe(`started!\n\n${KEPT}\n${KEPT}`)
})

test('a part of a line that is cut comes back with its spaces and chips, and is markdown in the source', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { text, saved } = await newTypist(page, server.url, person, 'start\n\nThe $x$ end\n')
  await page.keyboard.press('Backspace')
  // A click into the line might open the chip.
  await move(page, 'ArrowDown', 'Home', ...times(3, 'ArrowRight'), 'Shift+End')
  await page.keyboard.press('Control+x')
  await page.keyboard.type('>')
  await page.keyboard.press('Control+v')
  await expect(text.getByRole('button', { name: '$x$' })).toBeVisible()
  expect(await saved()).toBe('started\n\nThe> $x$ end\n')

  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
  await text.getByText('started').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+v')
  expect(await saved()).toBe('started $x$ end\n\nThe> $x$ end\n')
})

for (const face of ['Rich text', 'Markdown'] as const) {
  test(`what cannot be stored is left out of what is pasted in ${face}, and said`, async ({ page, server }) => {
    const { text, saved } = await newTypist(page, server.url, person)
    await page.locator('.face-switch').getByText(face, { exact: true }).click()
    await text.getByText('started').click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await paste(page, { text: 'a\u0000b' })

    await expect(page.getByText('Characters that cannot be stored were left out')).toBeVisible()
    expect(await saved()).toContain('started!ab')
  })
}

test('a short link keeps its address', async ({ page, server }) => {
  const { saved } = await newTypist(page, server.url, person)
  await page.keyboard.type('see ')
  await paste(page, { html: '<a href="https://example.com/a">the site</a>', text: 'the site' })

  expect(await saved()).toBe('started\n\nsee [the site](https://example.com/a)\n')
})

test('code of an editor stays code, and needs no question when it is short', async ({ page, server }) => {
  const { saved } = await newTypist(page, server.url, person)
  const html = '<div style="font-family:Menlo,monospace;white-space:pre"><div>if a:</div><div>    b()</div></div>'
  await paste(page, { html, text: 'if a:\n    b()' })

  await expect(page.locator('[data-content-type="codeBlock"]')).toBeVisible()
  expect(await saved()).toBe('started\n\n```\nif a:\n    b()\n```\n')
})
