import { journey, journeySeenInBothLanguages } from './support/journey.ts'
import { BASE, onScreen, pageOf, typeAt } from './support/locked-page.ts'
import { expect, expectAccessible } from './support/product.ts'

journeySeenInBothLanguages(
  '[J12] whoever finds a page locked asks for it, and its holder hands it over with their text saved',
  async (stage) => {
    const { text, say, press } = onScreen(stage)
    const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
    const { edit, stored, holder } = await pageOf(olga, ed)
    await olga.page.goto(edit)
    await expect(text(olga.page)).toBeVisible()
    await ed.page.goto(edit)
    await expect(ed.page.getByText(say('idle.writing'))).toBeVisible()
    await expect(ed.page.getByRole('region', { name: 'Login' })).toContainText('First.')
    await press(ed.page, 'ask.action')
    await expect(ed.page.getByText(say('ask.waiting'))).toBeVisible()
    await expectAccessible(ed.page)

    const asked = say('asked.words', { who: ed.username })
    await expect(olga.page.getByRole('alert').filter({ hasText: asked })).toBeVisible()
    await typeAt(olga.page, 'First.', ' Typed at the last moment.')
    await expectAccessible(olga.page)
    await press(olga.page, 'asked.give')

    await expect(
      olga.page.getByRole('alert').filter({ hasText: say('lost.takenSaved', { who: ed.username }) }),
    ).toBeVisible()
    await expect.poll(stored).toContain('Typed at the last moment.')
    await expect.poll(holder).toBe(ed.username)
    await expect(text(ed.page)).toContainText('Typed at the last moment.')
  },
)

journey('[J12] a request for a page is declined, and a copy is joined with it afterwards', async (stage) => {
  const { text, say, press, back } = onScreen(stage)
  const [olga, ed] = [await stage.actor('olga'), await stage.actor('ed')]
  const { edit, stored, holder } = await pageOf(olga, ed)
  await olga.page.goto(edit)
  await expect(text(olga.page)).toBeVisible()
  await ed.page.goto(edit)
  await press(ed.page, 'ask.action')
  await press(olga.page, 'asked.decline')
  await expect(ed.page.getByText(say('ask.declined'))).toBeVisible()

  await press(ed.page, 'copy.write')
  await expect(text(ed.page)).toBeVisible()
  await expect(ed.page.getByRole('status').filter({ hasText: say('copy.words', { who: olga.username }) })).toBeVisible()
  await ed.page.keyboard.press('Control+s')
  await expect(ed.page.getByText(stage.say('editor', 'save.nothingNew'))).toBeVisible()
  await text(ed.page).getByRole('heading', { name: 'Login' }).click()
  await ed.page.keyboard.press('End')
  await ed.page.keyboard.type(' by mail')
  await ed.page.keyboard.press('Control+s')
  await expect(ed.page.getByText(say('copy.kept', { who: olga.username }))).toBeVisible()
  expect([await stored(), await holder()]).toEqual([BASE, olga.username])
  await expectAccessible(ed.page)

  await typeAt(olga.page, 'First.', ' Second.')
  await olga.page.keyboard.press('Control+s')
  await expect.poll(stored).toContain('Second.')
  await back(olga.page).click()
  await expect.poll(holder).toBe('')
  await press(ed.page, 'copy.join')
  await ed.page.getByRole('button', { name: stage.say('editor', 'merge.save') }).click()

  await expect(text(ed.page)).toContainText('Second.')
  await expect.poll(stored).toContain('# Login by mail')
  expect(await stored()).toContain('First. Second.')
})
