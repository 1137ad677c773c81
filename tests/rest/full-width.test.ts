import { afterAll, beforeAll, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'

/** As an input method for Chinese writes Western letters, digits and signs. */
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

let here: Site
let admin: Browser
beforeAll(async () => {
  here = await site()
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

it('lists of administrators are searched by what was typed in full-width letters', async () => {
  const { world } = here
  const owner = await world.addUser('wide-owner', { email: 'wide@example.org' })
  const browser = await here.browserOf(owner)
  await world.addItem({ name: 'Payments API', ownerId: owner.id })
  const gone = await world.addItem({ name: 'Former API', ownerId: owner.id })
  await admin.post('adminItem/deleteItem', { item_id: gone.id })
  await browser.upload('page/upload', { name: 'plan-7.txt', content: 'x' })
  const total = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await admin.post(path, fields)).data.total

  const username = fullWidth(owner.username)
  expect(await total('adminUser/getList', { username })).toBe(1)
  expect(await total('adminUser/getList', { username: fullWidth('wide@') })).toBe(1)
  expect(await total('adminItem/getList', { item_name: fullWidth('payments'), username })).toBe(1)
  expect(await total('itemBin/list', { item_name: fullWidth('Former'), username })).toBe(1)
  expect(await total('attachment/getAllList', { display_name: fullWidth('plan-7'), username })).toBe(1)
  expect(await total('space/list', { kind: 'person', name: username })).toBe(1)
  expect(await total('space/list', { kind: 'item', name: fullWidth('Payments') })).toBe(1)
  expect((await browser.post('user/allUser', { username })).data).toHaveLength(1)
  // Whoever typed them so when naming something finds it as before.
  await world.addItem({ name: fullWidth('Billing'), ownerId: owner.id })
  expect(await total('adminItem/getList', { item_name: fullWidth('Billing') })).toBe(1)
})

it('the audit record is searched by names and addresses typed so', async () => {
  const { world } = here
  const person = await world.addUser('wide-actor')
  await here.browserOf(person)
  const whole = (await admin.post('audit/getList', { username: person.username })).data
  const [{ address }] = whole.list

  const found = await admin.post('audit/getList', {
    username: fullWidth(person.username),
    address: fullWidth(address),
  })

  expect(found.data).toEqual(whole)
})
