import type { Page } from '@playwright/test'
import { editLink, journey, journeySeenInBothLanguages } from './support/journey.ts'
import { BASE, onScreen, pageOf, typeAt } from './support/locked-page.ts'
import { expect, expectAccessible } from './support/product.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'

/** Stops the time of a window whose clock is installed: by itself it looks who has the page every 30 s. */
const standStill = ({ clock }: Page) => clock.pauseAt(Date.now() + 10_000)

journeySeenInBothLanguages(
  '[J12] [EDIT-35] [LOCK-01] [LOCK-11] whoever opens a page that somebody writes in is told who, and sent back',
  async (stage) => {
    const { text, say, press, back } = onScreen(stage)
    const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
    const { view, edit, holder } = await pageOf(olga, ed)
    const locking = olga.page.waitForRequest('**/trpc/page.setLock')
    await olga.page.goto(edit)
    expect((await locking).postDataJSON()).toMatchObject({ pageId: expect.any(Number), itemId: expect.any(Number) })
    await expect(text(olga.page)).toBeVisible()

    await ed.page.goto(view)
    const marks = ed.page.getByText(stage.say('reader', 'menu.editing', { who: olga.username }), { exact: true })
    await expect(marks).toHaveCount(2)
    await expectAccessible(ed.page)
    await editLink(ed, stage).click()
    await expect(ed.page.getByRole('heading', { name: say('page.takenTitle', { who: olga.username }) })).toBeVisible()
    await expect(ed.page.getByRole('region', { name: 'Login' })).toContainText('First.')
    await expect(ed.page.getByRole('alert')).toContainText(olga.username)
    await expect(text(ed.page)).toHaveCount(0)
    await expectAccessible(ed.page)
    await ed.page.getByRole('link', { name: say('back') }).click()
    await expect(ed.page).toHaveURL(view)

    await back(olga.page).click()
    await expect(olga.page).toHaveURL(view)
    await expect.poll(holder).toBe('')
    await ed.page.goto(edit)
    await expect(text(ed.page)).toBeVisible()
    await expect.poll(holder).toBe(ed.username)
    await expect(ed.page.getByRole('button', { name: say('page.again') })).toHaveCount(0)
    await olga.page.clock.install()
    await olga.page.goto(edit)
    await expect(olga.page.getByRole('alert')).toContainText(ed.username)
    await standStill(olga.page)
    await back(ed.page).click()
    await expect.poll(holder).toBe('')
    await olga.page.clock.resume()
    await press(olga.page, 'page.again')
    await expect(text(olga.page)).toBeVisible()
  },
)

journey('[J12] [LOCK-10] a window that is closed leaves the page to others at once', async (stage) => {
  const { text } = onScreen(stage)
  const [olga, ed] = [await stage.actor('ola'), await stage.actor('eddy')]
  const { edit, view, holder } = await pageOf(olga, ed)
  await ed.page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, data) => {
      localStorage.setItem('beacon', `${String(url)}?${data instanceof URLSearchParams ? data.toString() : ''}`)
      return send(url, data)
    }
  })
  await ed.page.goto(edit)
  await expect(text(ed.page)).toBeVisible()
  await expect.poll(holder).toBe(ed.username)

  await ed.page.goto('about:blank')

  await expect.poll(holder).toBe('')
  await ed.page.goto(view)
  const sent = async () => {
    const beacon = await ed.page.evaluate(() => localStorage.getItem('beacon'))
    const { pathname, searchParams } = new URL(beacon ?? '', stage.url)
    return [pathname, searchParams.get('lock_to')]
  }
  await expect.poll(sent).toEqual(['/api/page/setLock', '1000'])
  await olga.page.goto(edit)
  await expect(text(olga.page)).toBeVisible()
})

journeySeenInBothLanguages('[J12] [EDIT-10] [LOCK-12] the lock is ended and taken by hand', async (stage) => {
  const { text, say, chooseTool } = onScreen(stage)
  const [olga, ed] = [await stage.actor('olena'), await stage.actor('edda')]
  const { edit, view, holder } = await pageOf(olga, ed)
  await olga.page.clock.install()
  await olga.page.goto(edit)
  await expect(text(olga.page)).toBeVisible()

  await chooseTool(olga.page, 'tool.unlock')
  await expect(olga.page.getByText(say('state.off'))).toBeVisible()
  await expectAccessible(olga.page)
  await expect.poll(holder).toBe('')
  await standStill(olga.page)
  await ed.page.goto(edit)
  await expect(text(ed.page)).toBeVisible()
  await ed.page.goto(view)
  await expect.poll(holder).toBe('')
  await olga.page.clock.resume()
  await chooseTool(olga.page, 'tool.lock')

  await expect.poll(holder).toBe(olga.username)
  await expect(olga.page.getByText(say('state.off'))).toBeHidden()
})

journey('[J12] [LOCK-02] [CONST-02] the lock is prolonged every 180 s', async (stage) => {
  const { text } = onScreen(stage)
  const olga = await stage.actor('olia')
  const { edit } = await pageOf(olga)
  let taken = 0
  olga.page.on('request', (request) => {
    if (request.url().includes('page.setLock')) taken += 1
  })
  await stopTime(olga.page)
  await olga.page.goto(edit)
  // Loading the editor takes some of the 180 s.
  await passTimeUntil(olga.page, () => text(olga.page).isVisible())
  await expect.poll(() => taken).toBe(1)

  await passTime(olga.page, 150_000)
  expect(taken).toBe(1)
  await passTime(olga.page, 30_000)
  await expect.poll(() => taken).toBe(2)
  await passTime(olga.page, 150_000)
  expect(taken).toBe(2)
  await passTime(olga.page, 30_000)

  await expect.poll(() => taken).toBe(3)
})

journey('[J12] [LOCK-18] a new page needs no lock until it is saved', async (stage) => {
  const { text } = onScreen(stage)
  const olga = await stage.actor('oda')
  const { itemId } = await pageOf(olga)
  const asked: string[] = []
  olga.page.on('request', (request) => {
    if (request.url().includes('page.setLock')) asked.push(request.postData() ?? '')
  })
  await olga.page.goto(`/page/edit/${itemId}/0`)
  await text(olga.page).click()
  await olga.page.keyboard.type('New text.')
  expect(asked).toEqual([])

  await olga.page.keyboard.press('Control+s')
  await expect(olga.page).toHaveURL(new RegExp(`/page/edit/${itemId}/[1-9]`))

  await expect.poll(() => asked.length).toBe(1)
})

journeySeenInBothLanguages(
  '[J12] a manager takes a page over, and its former holder keeps their text',
  async (stage) => {
    const { text, say, press } = onScreen(stage)
    const [olga, ed] = [await stage.actor('olivia'), await stage.actor('edward')]
    const { edit, pageId, stored, holder } = await pageOf(olga, ed)
    await ed.page.clock.install()
    await ed.page.goto(edit)
    await expect(text(ed.page)).toBeVisible()
    await typeAt(ed.page, 'First.', ' Typed by Ed.')

    await olga.page.goto(edit)
    await press(olga.page, 'break.open')
    const dialog = olga.page.getByRole('dialog')
    await expect(dialog).toContainText(ed.username)
    await expectAccessible(olga.page)
    await dialog.getByRole('button', { name: say('break.action'), exact: true }).click()
    await expect(text(olga.page)).toBeVisible()
    await expect.poll(holder).toBe(olga.username)
    await passTime(ed.page, 31_000)

    await expect(ed.page.getByRole('alert')).toContainText(say('lost.taken', { who: olga.username }))
    await ed.page.keyboard.type('never there')
    await expect(text(ed.page)).toContainText('First. Typed by Ed.')
    await expect(text(ed.page)).not.toContainText('never there')
    await expect(ed.page.getByRole('button', { name: say('break.open') })).toHaveCount(0)
    await expectAccessible(ed.page)
    await press(ed.page, 'copy.action')
    await expect(ed.page.getByRole('textbox', { name: stage.say('editor', 'title.label') })).toHaveValue(
      say('copy.title', { title: 'Login' }),
    )
    await expect(text(ed.page)).toContainText('First. Typed by Ed.')
    expect(await stored()).toBe(BASE)
    // It is safe there, and nothing of it is offered for the page it was written for.
    await expect.poll(() => ed.client.call('page/drafts', { page_id: pageId })).toEqual([])
  },
)

journey('[J12] a window that crashed leaves the page to the next one of the same person at once', async (stage) => {
  const { text } = onScreen(stage)
  const ed = await stage.actor('edna')
  const { edit, holder } = await pageOf(ed)
  const context = ed.page.context()
  // Whoever crashes says no goodbye.
  await context.addInitScript(() => {
    navigator.sendBeacon = () => true
  })
  await ed.page.goto(edit)
  await expect(text(ed.page)).toBeVisible()
  await expect.poll(holder).toBe(ed.username)

  await ed.page.close()
  const next = await context.newPage()
  await next.goto(edit)

  await expect(text(next)).toBeVisible()
  await expect.poll(holder).toBe(ed.username)
})

journeySeenInBothLanguages(
  '[J12] a page that is thrown away under the hands of its writer leaves the writer the text',
  async (stage) => {
    const { text, say, chooseTool } = onScreen(stage)
    const [olga, ed] = [await stage.actor('odette'), await stage.actor('edith')]
    const { itemId, edit, pageId } = await pageOf(olga, ed)
    await ed.page.goto(edit)
    await expect(text(ed.page)).toBeVisible()
    await chooseTool(ed.page, 'tool.unlock')
    await expect(ed.page.getByText(say('state.off'))).toBeVisible()
    await typeAt(ed.page, 'First.', ' Typed by Ed.')
    await olga.client.call('page/delete', { page_id: pageId })

    await ed.page.keyboard.press('Control+s')
    await expect(ed.page.getByRole('button', { name: say('copy.action') })).toBeVisible()
    await expectAccessible(ed.page)
    await ed.page.reload()
    await expect(ed.page.getByRole('heading', { level: 2 })).toContainText([stage.say('editor', 'kept.title')])
    await expect(ed.page.getByText('First. Typed by Ed.')).toBeVisible()
    await expectAccessible(ed.page)

    await olga.client.call('recycle/recover', { item_id: itemId, page_id: pageId })
    await ed.page.goto(edit)
    await ed.page
      .getByRole('dialog')
      .getByRole('button', { name: stage.say('editor', 'draft.restore') })
      .click()
    await expect(text(ed.page)).toContainText('First. Typed by Ed.')
  },
)

journey(
  '[J12] a window that slept and lost the page says so before the next key, and joins both texts',
  async (stage) => {
    const { text, say, press } = onScreen(stage)
    const [olga, ed] = [await stage.actor('ophelia'), await stage.actor('edwin')]
    const { edit, pageId, stored, release } = await pageOf(olga, ed)
    await ed.page.clock.install()
    await ed.page.goto(edit)
    await expect(text(ed.page)).toBeVisible()
    await typeAt(ed.page, 'First.', ' Typed by Ed.')
    await release(ed)
    const saved = { page_id: pageId, page_title: 'Login', page_content: `# Sign in\n\nFirst.\n` }
    await olga.client.call('page/save', saved)

    await ed.page.clock.fastForward(3_600_000)
    await ed.page.keyboard.type('lost?')

    await expect(ed.page.getByRole('alert')).toContainText(say('lost.changed', { who: olga.username }))
    await expect(text(ed.page)).toContainText('First. Typed by Ed.')
    await expect(text(ed.page)).not.toContainText('lost?')
    await press(ed.page, 'merge.action')
    const dialog = ed.page.getByRole('dialog')
    await dialog.getByRole('button', { name: stage.say('editor', 'merge.save') }).click()
    await expect.poll(stored).toBe('# Sign in\n\nFirst. Typed by Ed.\n')
  },
)

journey('[J12] a page made in a window that slept is shown there as others have saved it since', async (stage) => {
  const { text, press } = onScreen(stage)
  const [olga, ed] = [await stage.actor('orla'), await stage.actor('edgar')]
  const { itemId } = await pageOf(olga, ed)
  await ed.page.clock.install()
  await ed.page.goto(`/page/edit/${itemId}/0`)
  await text(ed.page).click()
  await ed.page.keyboard.type('Begun by Ed.')
  await ed.page.keyboard.press('Control+s')
  await expect(ed.page).toHaveURL(new RegExp(`/page/edit/${itemId}/[1-9]`))
  const pageId = Number(/\d+$/.exec(new URL(ed.page.url()).pathname)?.[0])
  const holder = async () =>
    (await olga.client.call<{ lock_username: string }>('page/isLock', { page_id: pageId })).lock_username
  await expect.poll(holder).toBe(ed.username)
  await ed.client.call('page/setLock', { page_id: pageId, item_id: itemId, lock_to: 1000 })
  await olga.client.call('page/save', { page_id: pageId, page_title: 'Renamed', page_content: 'Ended by Olga.\n' })

  await ed.page.clock.fastForward(3_600_000)
  await press(ed.page, 'newer.action')

  await expect(text(ed.page)).toContainText('Ended by Olga.')
  await expect(ed.page.getByRole('textbox', { name: stage.say('editor', 'title.label') })).toHaveValue('Renamed')
  await expect.poll(holder).toBe(ed.username)
  await typeAt(ed.page, 'Ended by Olga.', ' And by Ed.')
  await ed.page.keyboard.press('Control+s')
  const content = async () =>
    (await olga.client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content
  await expect.poll(content).toContain('Ended by Olga. And by Ed.')
})

journey('[J12] a window that slept while nobody came goes on as if nothing had been', async (stage) => {
  const { text, say } = onScreen(stage)
  const ed = await stage.actor('edo')
  const { edit, release, holder } = await pageOf(ed)
  const checking = ed.page.getByText(say('state.checking'))
  await ed.page.clock.install()
  await ed.page.goto(edit)
  await text(ed.page).getByText('First.').click()
  await release(ed)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await ed.page.route('**/trpc/page.setLock', async (route) => {
    await held
    await route.continue()
  })

  // Standing, or the answer could come too late for somebody who wants to go on writing.
  await ed.page.clock.pauseAt(Date.now() + 3_600_000)
  await ed.page.keyboard.type('x')
  await expect(checking).toBeVisible()
  await ed.page.clock.resume()
  answer()

  await expect(checking).toBeHidden()
  await expect.poll(holder).toBe(ed.username)
  await typeAt(ed.page, 'First.', ' Going on.')
  await expect(text(ed.page)).toContainText('First. Going on.')
  await expect(text(ed.page)).not.toContainText('x')
})

journeySeenInBothLanguages(
  '[J12] a second window of the same person is told, and goes on there when they want',
  async (stage) => {
    const { text, say, press } = onScreen(stage)
    const olga = await stage.actor('ottilie')
    const { edit } = await pageOf(olga)
    await olga.page.clock.install()
    await olga.page.goto(edit)
    await expect(text(olga.page)).toBeVisible()
    const second = await olga.page.context().newPage()
    await second.goto(edit)

    await expect(second.getByRole('heading', { name: say('page.elsewhereTitle') })).toBeVisible()
    await expectAccessible(second)
    await press(second, 'page.here')
    await expect(text(second)).toBeVisible()
    await passTime(olga.page, 31_000)

    await expect(olga.page.getByRole('alert')).toContainText(say('lost.elsewhere'))
    await olga.page.reload()
    await expect(text(olga.page)).toBeVisible()
  },
)
