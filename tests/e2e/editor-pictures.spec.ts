import { bring, holdUploads, picture } from './support/files.ts'
import { expect, test } from './support/product.ts'
import { saved } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

for (const how of ['paste', 'drop'] as const)
  test(`[EDIT-31] what is typed while a picture is on its way by ${how} goes below it`, async ({ page, server }) => {
    const content = 'before\n\nafter\n'
    const { client, pageId, address } = await newWriter(page, server.url, `pictures-${how}`, { content })
    const stored = async () => (await saved(page, client, pageId)).replaceAll(/\/attachment\/[\w-]+/g, '/…')
    const { release } = await holdUploads(page, 'page/uploadImg')
    await page.goto(address)
    const text = page.getByRole('textbox', { name: 'Text of the page' })
    const line = text.getByText('before')
    await line.click()
    await page.keyboard.press('End')
    await bring(how === 'paste' ? text : line, how, [picture('one.png')])
    await expect(page.getByText('Image one.png will appear here')).toBeVisible()
    await page.keyboard.type('Seen on Monday.')
    expect(await stored()).toBe('before\n\nSeen on Monday.\n\nafter\n')
    await page.keyboard.press('Enter')
    await bring(text, 'paste', [picture('two.png'), picture('three.png')])
    await page.keyboard.type('And on Friday.')

    release()
    await expect(page.getByText(/will appear here/)).toHaveCount(0)
    await page.keyboard.type(' Yes.')

    expect(await stored()).toBe(
      'before\n\n![one.png](/…)\n\nSeen on Monday.\n\n![two.png](/…)\n\n![three.png](/…)\n\nAnd on Friday. Yes.\n\nafter\n',
    )
  })
