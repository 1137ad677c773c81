import type { Page } from '@playwright/test'
import {
  attach,
  bring,
  document,
  holdUploads,
  largeFile,
  letTestChooseFiles,
  picture,
  type SampleFile,
} from './support/files.ts'
import { expect, newPerson, test, type Person } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const FACES = ['Rich text', 'Markdown', 'Preview'] as const

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'filer')
})

/** Somebody with a page of two paragraphs, in an item of its own, open in the editor; page 0 is a new one. */
async function writer(page: Page, url: string, { isNew = false, who = person } = {}) {
  letTestChooseFiles(page)
  const { client, itemId, pageId } = await newWriter(page, url, who, { content: 'before\n\nafter\n' })
  await page.goto(`/page/edit/${itemId}/${isNew ? 0 : pageId}`)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await expect(text).toBeVisible()
  return {
    client,
    itemId,
    pageId,
    text,
    choose: (face: string) => page.locator('.face-switch').getByText(face, { exact: true }).click(),
    content: async () => (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content,
    attached: async (id = pageId) =>
      (await client.call<{ display_name: string }[]>('page/uploadList', { page_id: id })).map(
        ({ display_name: name }) => name,
      ),
  }
}
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
}
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })

for (const face of FACES)
  test(`[EDIT-31] a pasted picture goes to its place in ${face}, and no trace of it is saved before`, async ({
    page,
    server,
  }) => {
    const { text, choose, content } = await writer(page, server.url)
    const { release } = await holdUploads(page, 'page/uploadImg')
    await choose(face)
    await text.getByText('before').click()
    await page.keyboard.press('End')
    await bring(text, 'paste', [picture()])
    await expect(page.getByText('Image dot.png will appear here')).toBeVisible()
    await text.getByText('after').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' typed', { delay: 20 })

    await save(page)
    expect(await content()).toBe('before\n\nafter typed\n')
    release()
    await expect(page.getByText('Image dot.png will appear here')).toBeHidden()
    await save(page)

    expect(await content()).toMatch(/^before\s+!\[dot\.png\]\(\/attachment\/[\w-]+\)\s+after typed\n$/)
  })

const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload images or files' })
/** Chooses files in the dialog of the browser, which the keyboard has opened. */
async function chooseFiles(page: Page, files: readonly SampleFile[]): Promise<void> {
  await uploadButton(page).focus()
  await expect(uploadButton(page)).toBeFocused()
  const choosing = page.waitForEvent('filechooser', { timeout: 20_000 })
  const [chooser] = await Promise.all([choosing, page.keyboard.press('Enter')])
  await chooser.setFiles([...files])
}

for (const face of FACES)
  test(`[EDIT-31] [EDIT-38] the upload button puts a picture and a link to a file to the cursor in ${face}`, async ({
    page,
    server,
  }) => {
    const { text, choose, content, attached } = await writer(page, server.url)
    await choose(face)
    await text.getByText('before').click()
    await page.keyboard.press('End')
    // A busy browser tells rich text of the cursor a moment later, of a letter at once.
    await page.keyboard.type('hand')

    await chooseFiles(page, [picture(), document('plan.pdf')])
    await expect(page.getByRole('button', { name: 'Attachments, 1' })).toBeVisible()
    await expect(page.getByText(/will appear here/)).toHaveCount(0)
    await save(page)

    expect(await attached()).toEqual(['plan.pdf'])
    expect(
      (await content())
        .replaceAll(/\/attachment\/[\w-]+/g, '/…')
        .split(/\s+/)
        .toSorted(),
    ).toEqual(['![dot.png](/…)', '[plan.pdf](/…)', 'after', 'beforehand', ''].toSorted())
    expect((await content()).indexOf('plan.pdf')).toBeLessThan((await content()).indexOf('after'))
  })

test('the upload button is at hand on a telephone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const { content } = await writer(page, server.url)
  const rightEdge = async () => {
    const { x, width } = (await uploadButton(page).boundingBox()) ?? { x: Infinity, width: 0 }
    return x + width
  }
  await expect.poll(rightEdge).toBeLessThanOrEqual(390)

  await chooseFiles(page, [picture()])
  await expect(page.locator('.edit-page').getByRole('img')).toBeVisible()
  await save(page)

  expect(await content()).toContain('![dot.png](/attachment/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Refresh the catalogs' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
})

const CHANGES = [
  ['Rich text', 'Markdown'],
  ['Rich text', 'Preview'],
  ['Markdown', 'Rich text'],
  ['Markdown', 'Preview'],
  ['Preview', 'Rich text'],
] as const
for (const [from, to] of CHANGES)
  test(`[EDIT-31] a picture that is pasted in ${from} finds its place in ${to}`, async ({ page, server }) => {
    const { text, choose, content } = await writer(page, server.url)
    const { release } = await holdUploads(page, 'page/uploadImg')
    await choose(from)
    await text.getByText('before').click()
    await page.keyboard.press('End')
    await bring(text, 'paste', [picture()])
    await expect(page.getByText('Image dot.png will appear here')).toBeVisible()

    await choose(to)
    await expect(page.getByText('Image dot.png will appear here')).toBeVisible()
    await text.getByText('after').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' typed', { delay: 20 })
    release()
    await expect(page.getByText('Image dot.png will appear here')).toBeHidden()
    await page.keyboard.type(' on', { delay: 20 })
    await save(page)

    expect(await content()).toMatch(/^before\s+!\[dot\.png\]\(\/attachment\/[\w-]+\)\s+after typed on\n$/)
  })

for (const face of ['Rich text', 'Markdown'] as const)
  test(`[EDIT-31] pictures that come out of order stand in theirs in ${face}, and typing goes on behind them`, async ({
    page,
    server,
  }) => {
    const { text, choose, content } = await writer(page, server.url)
    await choose(face)
    const first = Promise.withResolvers<void>()
    await page.route(
      '**/api/page/uploadImg',
      async (route) => {
        await first.promise
        await route.continue()
      },
      { times: 1 },
    )
    await text.getByText('before').click()
    await page.keyboard.press('End')
    await bring(text, 'paste', [picture('one.png')])
    await expect(page.getByText('Image one.png will appear here')).toBeVisible()
    // The first has no answer yet.
    const second = page.waitForResponse('**/api/page/uploadImg')
    await bring(text, 'paste', [picture('two.png')])
    await second
    await expect(page.getByText('Image two.png will appear here')).toBeHidden()

    first.resolve()
    await expect(page.getByText('Image one.png will appear here')).toBeHidden()
    await save(page)

    expect((await content()).replaceAll(/\/attachment\/[\w-]+/g, '/…')).toMatch(
      /^before\s+!\[one\.png\]\(\/…\)\s+!\[two\.png\]\(\/…\)\s+after\n$/,
    )
  })

for (const line of ['before', 'after'])
  test(`[EDIT-31] what is typed after a picture was pasted into an empty line below “${line}” goes below it`, async ({
    page,
    server,
  }) => {
    const { text, content } = await writer(page, server.url)
    await text.getByText(line).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await bring(text, 'paste', [picture()])
    await expect(text.getByRole('img')).toBeVisible()

    await page.keyboard.type('Seen on Monday.')
    await save(page)

    const stored = (await content()).replace(/\(\/attachment[^)]*\)/, '()')
    const whole = 'before\n\nafter\n'
    expect(stored).toBe(whole.replace(`${line}\n`, `${line}\n\n![dot.png]()\n\nSeen on Monday.\n`))
  })

test('[EDIT-31] a picture whose place is gone comes to the cursor, which is said', async ({ page, server }) => {
  const { text, choose, content } = await writer(page, server.url)
  const { release } = await holdUploads(page, 'page/uploadImg')
  await choose('Markdown')
  await text.getByText('before').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await bring(text, 'paste', [picture()])
  await expect(page.getByText('Image dot.png will appear here')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('another text', { delay: 20 })
  await expect(page.getByText('Image dot.png will appear here')).toBeHidden()

  release()
  await expect(page.getByText('The place for dot.png is gone from the text')).toBeVisible()
  await save(page)

  expect(await content()).toMatch(/^another text\s+!\[dot\.png\]\(\/attachment\/[\w-]+\)\n?$/)
})

test('files that are dropped beside the text do not take the page away', async ({ page, server }) => {
  await writer(page, server.url)

  const isTaken = () =>
    page.getByRole('toolbar').evaluate((toolbar) => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'x.pdf'))
      const drop = { bubbles: true, cancelable: true, dataTransfer: data }
      return [new DragEvent('dragover', drop), new DragEvent('drop', drop)].map(
        (event) => !toolbar.dispatchEvent(event),
      )
    })

  await expect.poll(isTaken).toEqual([true, true])
  await expect(uploads(page)).toBeHidden()
})

test('[EDIT-22] taking off a file that the text shows says what becomes of it there', async ({ page, server }) => {
  const { text, content, client, pageId } = await writer(page, server.url)
  await text.getByText('before').click()
  await chooseFiles(page, [document('plan.pdf')])
  await expect(text.getByRole('link', { name: 'plan.pdf' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Attachments' })
  const question = page.getByRole('dialog', { name: 'Delete this file?' })
  await page.getByRole('button', { name: 'Attachments, 1' }).click()
  await dialog.getByRole('button', { name: 'Delete plan.pdf' }).click()
  await expect(question).toContainText('The unsaved text shows “plan.pdf”')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await save(page)

  await page.getByRole('button', { name: 'Attachments, 1' }).click()
  await dialog.getByRole('button', { name: 'Delete plan.pdf' }).click()
  await expect(question).toContainText('The text of this page still shows it')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('This page has no attachments yet.')).toBeVisible()

  const [address = ''] = /\/attachment\/[\w-]+/.exec(await content()) ?? []
  expect((await page.request.get(address)).ok()).toBe(true)
  expect(await client.call('page/uploadList', { page_id: pageId })).toEqual([])
})

test('[EDIT-31] a picture that is dropped is shown to readers', async ({ page, server }) => {
  const { text, itemId, pageId } = await writer(page, server.url)
  await bring(text.getByText('after'), 'drop', [picture('dropped.png')])
  await expect(text.getByRole('img')).toBeVisible()
  await save(page)

  await page.goto(`/${itemId}/${pageId}`)

  const shown = page.locator('.article img')
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('[EDIT-32] [ERR-12] a picture that fails says so and can be sent again', async ({ page, server }) => {
  const { text, content } = await writer(page, server.url)
  await page.route(
    '**/api/page/uploadImg',
    (route) => route.fulfill({ json: { success: 0, message: 'The disk is full' } }),
    { times: 1 },
  )
  await bring(text, 'paste', [picture()])

  await expect(uploads(page).getByRole('alert')).toHaveText('Image upload failed: The disk is full')
  await expect(text.getByText('Image dot.png was not uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Upload dot.png again' }).click()
  await expect(text.getByRole('img')).toBeVisible()
  await save(page)

  expect(await content()).toContain('![dot.png](/attachment/')
})

test('[EDIT-30] pictures of other formats and large files are not sent', async ({ page, server }) => {
  const { text, attached } = await writer(page, server.url)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/page/upload')) sent.push(request.url())
  })

  await bring(text, 'drop', [{ ...picture('drawing.svg'), mimeType: 'image/svg+xml' }, largeFile()])

  await expect(uploads(page)).toContainText('Images must be JPG, JPEG, GIF, PNG, BMP or WebP.')
  await expect(uploads(page)).toContainText('Files must be smaller than 4 MB.')
  expect([sent, await attached()]).toEqual([[], []])
})

test('[EDIT-22] [EDIT-38] files become attachments, are linked, and go', async ({ page, server }) => {
  const { text, content, attached } = await writer(page, server.url)
  await bring(text, 'drop', [document('one.pdf'), document('two.pdf')])
  await page.getByRole('button', { name: 'Attachments, 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attachments' })
  await dialog.locator('input[type=file]').setInputFiles([document('three.pdf')])
  await expect(dialog.getByRole('link')).toHaveCount(3)

  await dialog.getByRole('button', { name: 'Delete one.pdf' }).click()
  await page.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('link')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Insert a link to two.pdf' }).click()
  await expect(dialog).toBeHidden()
  await save(page)

  await expect.poll(async () => (await attached()).toSorted()).toEqual(['three.pdf', 'two.pdf'])
  expect(await content()).toMatch(/\[two\.pdf\]\(\/attachment\/[\w-]+\)/)
  await expect(page.getByRole('button', { name: 'Attachments, 2' })).toBeVisible()
})

test('[EDIT-39] [ATT-23] [CONST-20] one of the own files is attached from the hub, five of which are shown', async ({
  page,
  server,
}) => {
  // Nobody else's files are in their hub.
  const { client, attached } = await writer(page, server.url, { who: await newPerson(server.url, 'filer-hub') })
  for (let number = 1; number <= 6; number += 1)
    await attach(server.url, client.token, { name: `hub-${number}.pdf`, page_id: 0, item_id: 0 })
  await page.getByRole('button', { name: 'Attachments', exact: true }).click()
  await page.getByRole('button', { name: 'Choose from my attachments' }).click()
  const hub = page.getByRole('dialog', { name: 'My attachments' })
  await expect(hub.getByRole('listitem')).toHaveCount(5)
  await hub.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(hub.getByRole('listitem')).toHaveText([/hub-1\.pdf/])

  await hub.getByRole('button', { name: 'Attach', exact: true }).click()

  await expect(page.getByRole('dialog', { name: 'Attachments' }).getByRole('link')).toHaveText(['hub-1.pdf'])
  await expect.poll(attached).toEqual(['hub-1.pdf'])
})

test('the files of a new page are attached with its first save', async ({ page, server }) => {
  const { text, attached } = await writer(page, server.url, { isNew: true })
  await bring(text, 'drop', [document('early.pdf')])
  await expect(page.getByRole('button', { name: 'Attachments, 1' })).toBeVisible()
  await text.click()
  await page.keyboard.type('A new page', { delay: 20 })

  await save(page)
  await expect(page).toHaveURL(/\/page\/edit\/\d+\/(?!0$)\d+$/)

  await expect.poll(() => attached(Number(page.url().split('/').at(-1)))).toEqual(['early.pdf'])
  await expect(page.getByRole('button', { name: 'Attachments, 1' })).toBeVisible()
})

test('leaving while files are on their way asks first, and cancelling them frees the way', async ({ page, server }) => {
  const { text, itemId, attached } = await writer(page, server.url)
  await holdUploads(page, 'page/upload')
  await bring(text, 'drop', [document('slow.pdf')])
  await expect(uploads(page).getByRole('progressbar')).toBeVisible()

  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('dialog', { name: 'Leave during the upload?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel the upload of slow.pdf' }).click()
  await expect(uploads(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back' }).click()

  await expect(page).toHaveURL(new RegExp(`/${itemId}/`))
  expect(await attached()).toEqual([])
})
