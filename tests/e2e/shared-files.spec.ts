import { readFile } from 'node:fs/promises'
import { attach } from './support/files.ts'
import { dialogOf, journey, newItem, press } from './support/journey.ts'
import { expect, expectAccessible, untilAwake } from './support/product.ts'

journey(
  '[J16] [J22] [SINGLE-14] [ATT-06] the attachments of a shared page are there for visitors until the link ends',
  async (stage) => {
    const { say } = stage
    const olga = await stage.actor('olga')
    const { itemId, begin } = await newItem(olga, 'Vault', 'open sesame')
    await attach(stage.url, olga.client.token, { name: 'plan.pdf', page_id: begin, item_id: itemId })
    const { unique_key: key } = await olga.client.call<{ unique_key: string }>('page/createSinglePage', {
      ...{ page_id: begin, isCreateSiglePage: true },
    })
    const vera = await stage.visitor()
    const download = { name: say('files', 'reader.download', { name: 'plan.pdf' }) }

    await vera.goto(`/p/${key}`)
    await untilAwake(vera)
    await press(vera, say('files', 'reader.open'))
    const dialog = dialogOf(vera)
    const link = dialog.getByRole('link', download)
    await expect(link).toBeVisible()
    await expect(dialog.getByRole('link')).toHaveCount(1)
    // Nothing but closing: no way to add or to delete.
    await expect(dialog.getByRole('button')).toHaveCount(1)
    await expectAccessible(vera)
    const [file] = await Promise.all([vera.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toBe('plan.pdf')
    expect(await readFile(await file.path(), 'utf8')).toBe('The content of plan.pdf')

    await olga.page.goto(`/${itemId}/${begin}`)
    await press(olga.page, say('reader', 'action.share'))
    await press(dialogOf(olga.page), say('sharing', 'link.end'))
    await press(olga.page.getByRole('dialog', { name: say('sharing', 'link.endTitle') }), say('sharing', 'link.end'))
    await expect(dialogOf(olga.page).getByRole('button', { name: say('sharing', 'link.make') })).toBeVisible()

    const address = (await link.getAttribute('href')) ?? ''
    expect((await vera.request.get(address)).status()).toBe(404)
    await vera.reload()
    await expect(vera.getByRole('heading', { level: 1, name: say('sharing', 'ended.title') })).toBeVisible()
    await expect(vera.getByRole('button', { name: say('files', 'reader.open') })).toHaveCount(0)
  },
)
