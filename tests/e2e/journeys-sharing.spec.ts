import { dialogOf, journey, newItem, press } from './support/journey.ts'
import { expect, untilAwake } from './support/product.ts'

const SECTIONS = ['First', 'Second']

journey(
  '[J16] [VIEW-20] [VIEW-21] [VIEW-22] [SINGLE-01] [SINGLE-02] addresses are copied, drawn and read by others',
  async (stage) => {
    const { say, url } = stage
    const olga = await stage.actor('olga')
    const { itemId, begin } = await newItem(olga, 'Vault', 'open sesame')
    const text = SECTIONS.map((name) => `## ${name}\n\n${'A line.\n\n'.repeat(20)}`).join('\n')
    await olga.client.call('page/save', { page_id: begin, page_title: 'Begin', page_content: text })
    const { page } = olga
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const dialog = dialogOf(page)
    const address = (key: string) => dialog.getByRole('group', { name: say('sharing', key), exact: true })
    /** Copies one of the addresses and gives it. */
    const copied = async (key: string): Promise<string> => {
      await press(address(key), say('sharing', 'copy'))
      await expect(page.getByText(say('common', 'copy.done'), { exact: true }).last()).toBeVisible()
      const shown = await address(key).getByRole('textbox').inputValue()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
      return shown
    }

    await page.goto(`/${itemId}/${begin}`)
    await press(page, say('reader', 'action.share'))
    const code = dialog.getByRole('img', { name: say('sharing', 'qrCodeOf.item') })
    const drawn = `/api/common/qrcode?size=3&url=${encodeURIComponent(`${url}/${itemId}`)}`
    await expect(code).toHaveAttribute('src', drawn)
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50)
    expect(await copied('item')).toBe(`${url}/${itemId}`)
    expect(await copied('page')).toBe(`${url}/${itemId}/${begin}`)
    await press(dialog, say('sharing', 'link.make'))
    const link = await copied('link.address')

    const vera = await stage.visitor()
    await vera.goto(link)
    await untilAwake(vera)
    const contents = vera.getByRole('navigation', { name: say('reader', 'contents.title') })
    await expect(contents.getByRole('link')).toHaveText(SECTIONS)
    await contents.getByRole('link', { name: 'Second' }).click()
    await expect(vera.getByRole('heading', { name: 'Second' })).toBeInViewport()
    await vera.getByRole('article').hover()
    await press(vera, say('reader', 'page.fullScreen'))
    await expect(vera.getByRole('banner')).toBeHidden()

    // Without the key the page stays behind the visit password.
    await vera.goto(`/page/${begin}`)
    await expect(vera).toHaveURL(new RegExp(`/item/password/0\\?page_id=${begin}`))
    await vera.getByLabel(say('reader', 'gate.password'), { exact: true }).fill('open sesame')
    await press(vera, say('reader', 'gate.enter'))
    await expect(vera).toHaveURL(`/page/${begin}`)
    await expect(vera.getByRole('heading', { level: 1, name: 'Begin' })).toBeVisible()
    await expect(vera.getByRole('tree')).toHaveCount(0)
  },
)
