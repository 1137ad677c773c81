import { expect, newPerson, test, type Person } from './support/product.ts'
import { linesOf, REAL_LINES } from './support/real-lines.ts'
import { move, newTypist, storedText } from './support/typist.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'typist')
})

test('an address that is typed is stored as typed, and a link for readers', async ({ page, server }) => {
  const { line, saved, view } = await newTypist(page, server.url, person)
  await line('see https://example.com/x now')
  await line('https://example.com/docs/list')

  expect(await saved()).toBe('started\n\nsee https://example.com/x now\n\nhttps://example.com/docs/list\n')
  await page.goto(view)
  await expect(page.getByRole('link', { name: 'https://example.com/docs/list', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.com/x', exact: true })).toBeVisible()
})

test('an address that is written on in a saved page stays the address it shows', async ({ page, server }) => {
  const { text, saved } = await newTypist(page, server.url, person, 'start\n\nhttps://example.com/x\n')
  await text.getByText('https://example.com/x').click()
  await move(page, 'End')
  await page.keyboard.type('yz')

  expect(await saved()).toBe('started\n\nhttps://example.com/xyz\n')
})

test('a slash within a word opens no menu, and Enter ends the line', async ({ page, server }) => {
  const { line, saved } = await newTypist(page, server.url, person)
  const lines = ['n/a', '80 km/h', 'and/or', 'src/code', 'GET /api/v1/table', 'https://example.com/docs/list', '是/否']
  const paths = ['/', '/etc/hosts', 'a / b', 'ls /table x', 'GET /api', 'cd /sql', '路径 /table']
  for (const typed of [...lines, ...paths]) await line(typed)

  expect(await saved()).toBe(['started', ...lines, ...paths, ''].join('\n\n').trimEnd() + '\n')
})

test('the menu of blocks takes Enter for the beginning of a name, and for what was chosen', async ({
  page,
  server,
}) => {
  const { text, line, saved } = await newTypist(page, server.url, person)
  await line('/quo')
  await line('words')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: /Heading 1/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Part')

  await expect(text.getByRole('heading', { name: 'Part', level: 2 })).toBeVisible()
  expect(await saved()).toBe('started\n\n> words\n\n## Part\n')
})

for (const [begun, block, written] of [
  ['- one', '/quo', '- one\n\n  > words\n'],
  ['> one', '/h2', '> one\n>\n> ## words\n'],
] as const)
  test(`a line of its own below “${begun}” can begin with the name of a block`, async ({ page, server }) => {
    const { line, saved } = await newTypist(page, server.url, person)
    await page.keyboard.type(begun)
    await page.keyboard.press('Shift+Enter')

    await line(block)
    await page.keyboard.type('words')

    expect(await saved()).toBe(`started\n\n${written}`)
  })

for (const [word, inserted] of [
  ['callout', '> [!NOTE]\n> What readers must not miss.\n'],
  ['diagram', '```mermaid\nflowchart LR\n  A[Start] --> B[End]\n```\n'],
  ['formula', '$$\nE = mc^2\n$$\n'],
] as const)
  test(`the menu has a ${word} to start from`, async ({ page, server }) => {
    const { line, saved } = await newTypist(page, server.url, person)

    await line(`/${word}`)

    await expect(page.getByText(/What readers|A\[Start\]|E = mc/).first()).toBeVisible()
    expect(await saved()).toBe(`started\n\n${inserted}`)
  })

for (const [word, typed, inserted] of [
  ['callout', 'Save first.', '> [!NOTE]\n> Save first.\n'],
  ['diagram', 'pie', '```mermaid\npie\n```\n'],
  ['formula', 'a^2', '$$\na^2\n$$\n'],
] as const)
  test(`what is typed takes the place of the sample in a ${word}`, async ({ page, server }) => {
    const { line, saved } = await newTypist(page, server.url, person)
    await line(`/${word}`)
    await expect(page.getByText(/What readers|A\[Start\]|E = mc/).first()).toBeVisible()

    await page.keyboard.type(typed)

    expect(await saved()).toBe(`started\n\n${inserted}`)
  })

test('Enter goes on within a callout, and leads out of it from an empty line', async ({ page, server }) => {
  const { line, saved } = await newTypist(page, server.url, person)
  await line('/callout')
  await expect(page.getByText('What readers must not miss.')).toBeVisible()
  await page.keyboard.type('Save first.')
  await page.keyboard.press('Enter')
  await line('Nor this.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Text below')

  expect(await saved()).toBe('started\n\n> [!NOTE]\n> Save first.\n> Nor this.\n\nText below\n')
})

const TEXTS = [
  'SELECT * FROM a UNION SELECT * FROM b',
  'x = a * b * c',
  'cron */5 * * * *',
  '__init__',
  'a**b**c and 2*3*4',
  'SUM(*) / COUNT(*)',
  '" quoted',
  '* * * * * run',
  '--- a/file',
  '`a b` is 中`文`',
]
test('stars and underscores that are no shortcut stay what they are', async ({ page, server }) => {
  const { line, view, saved } = await newTypist(page, server.url, person)
  for (const typed of TEXTS) await line(typed)
  await saved()

  await page.goto(view)
  await expect(page.locator('.article p')).toHaveText([
    'started',
    ...TEXTS.map((typed) => typed.replace('`a b`', 'a b')),
  ])
  await expect(page.locator('.article').locator('em, strong, s')).toHaveCount(0)
})

test('the shortcuts within a line are those of markdown', async ({ page, server }) => {
  const { line, saved } = await newTypist(page, server.url, person)
  await line('**bold** and *italic*, (~~gone~~) `a_b` [site](https://example.com).')
  await page.keyboard.type('**x**')
  await page.keyboard.press('Backspace')

  expect(await saved()).toBe(
    'started\n\n**bold** and *italic*, (~~gone~~) `a_b` [site](https://example.com).\n\n\\*\\*x\\*\\*\n',
  )
})

test('the shortcuts at the start of a line make blocks', async ({ page, server }) => {
  const { line, saved } = await newTypist(page, server.url, person)
  for (const typed of ['# One', '> two', '', '- three', '- four', '', '1. five', '2. six', '', '---', '[ ] seven'])
    await line(typed)
  await page.keyboard.press('Enter')
  await line('```sql')
  await page.keyboard.type('SELECT 1;')

  expect(await saved()).toBe(
    'started\n\n# One\n\n> two\n\n- three\n- four\n\n1. five\n2. six\n\n---\n\n- [ ] seven\n\n```sql\nSELECT 1;\n```\n',
  )
})

test('code begins in an item of a list as it does in a paragraph', async ({ page, server }) => {
  const { line, saved } = await newTypist(page, server.url, person)
  await line('- install it')
  await line('```sh')
  await line('npm ci')
  await page.keyboard.type('npm start')

  expect(await saved()).toBe('started\n\n- install it\n\n```sh\nnpm ci\nnpm start\n```\n')
})

test('a key acts where the key before it has put the cursor, however fast they are pressed', async ({
  page,
  server,
}) => {
  const { saved } = await newTypist(page, server.url, person)
  // Without `move`, which waits until rich text knows of the cursor: people do not wait either.
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.keyboard.type('## Heading')
  await press('Home', 'Backspace')
  await page.keyboard.type('A ')
  await press('End', 'Enter')
  await page.keyboard.type('one two')
  await press('Control+ArrowLeft', 'Enter')
  await press('Shift+End', 'Control+b')

  expect(await saved()).toBe('started\n\nA Heading\n\none\n\n**two**\n')
})

test('Enter in a table goes to the cell below, adding a row where there is none, and selects nothing', async ({
  page,
  server,
}) => {
  const table = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |\n'
  const { text, saved } = await newTypist(page, server.url, person, `start\n\n${table}`)
  await text.getByText('one').click()
  await move(page, 'End')
  await page.keyboard.type('!')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('more')
  await page.keyboard.press('Enter')
  await page.keyboard.type('?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('!')

  const changed = table.replace('one', 'one!<br>more').replace('three', 'three?')
  expect(await saved()).toBe(`started\n\n${changed}| ! | |\n`)
})

for (const face of ['Rich text', 'Markdown'] as const)
  test(`Ctrl+S within a word that is composed saves without its letters in ${face}`, async ({ page, server }) => {
    const { client, pageId } = await newTypist(page, server.url, person)
    await page.keyboard.type('before')
    await page.locator('.face-switch').getByText(face, { exact: true }).click()
    await page.getByRole('textbox', { name: 'Text of the page' }).getByText('before').click()
    await page.keyboard.press('End')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await expect(page.getByRole('textbox', { name: 'Text of the page' })).toContainText('beforeni')
    await page.keyboard.press('Control+s')
    await expect.poll(() => storedText(client, pageId)).toMatch(/^started\n\nbefore\n?$/)
    await expect(page.getByRole('textbox', { name: 'Text of the page' })).toContainText('beforeni')

    await devtools.send('Input.insertText', { text: '你' })
    await expect(page.locator('.edit-state output')).toContainText('Unsaved')
    await page.keyboard.press('Control+s')
    await expect.poll(() => storedText(client, pageId)).toMatch(/^started\n\nbefore你\n?$/)
  })

for (const [kind, block] of Object.entries(REAL_LINES)) {
  test(`lines of real work are read as they were typed: ${kind}`, async ({ page, server }) => {
    const { saved, view } = await newTypist(page, server.url, person)
    const lines = linesOf(block)
    for (const line of lines) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await saved()

    await page.goto(view)
    await expect(page.locator('.article > *')).toHaveText(['started', ...lines])
    await expect(page.locator('.article > *:not(p)')).toHaveCount(0)
  })
}

for (const face of ['Rich text', 'Markdown'] as const)
  test(`redo brings back what was undone in ${face}, and undoes nothing when there is no more`, async ({
    page,
    server,
  }) => {
    const { text } = await newTypist(page, server.url, person, 'start\n', face)
    await page.keyboard.type('one')
    for (let time = 0; time < 4; time += 1) await page.keyboard.press('Control+z')
    await expect(text).not.toContainText('one')
    for (let time = 0; time < 5; time += 1) await page.keyboard.press('Control+Shift+z')

    await expect(text).toContainText('one')
  })
