import { readFileSync } from 'node:fs'
import { look, openSection, textsFor } from './support/backstage.ts'
import { dialogOf, journeySeenInBothLanguages, press, type Stage } from './support/journey.ts'
import { expect, restClient } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import { expectStoredUser } from './support/stored-user.ts'

const PASSWORD = 'a quieter owl at dawn'
const administrator = ({ url }: Stage) => restClient(url, ADMIN.username, ADMIN.password)

interface AnnouncingTexts {
  readonly announcing: Readonly<Record<'action' | 'new' | 'textField' | 'withdrawAction', string>> & {
    readonly state: Readonly<Record<'shown', string>>
  }
}
const announcingIn = (language: string): AnnouncingTexts['announcing'] => {
  const file = new URL(`../../plugins/notices/locales/${language}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as AnnouncingTexts).announcing
}

journeySeenInBothLanguages('[J24] somebody is invited by a link, and makes an account with it once', async (stage) => {
  const t = textsFor(stage)
  const name = `Ines Ruiz ${Date.now() % 100_000}`
  const page = await openSection(stage, await administrator(stage), 'people')
  await press(page, t('people.invite.openDialog'))
  await dialogOf(page).getByLabel(t('people.column.name')).fill(name)
  await press(dialogOf(page), t('people.invite.makeLink'))
  const link = await dialogOf(page).getByLabel(t('people.invite.link'), { exact: true }).inputValue()
  await press(dialogOf(page), t('people.invite.close'))
  await expect(page.getByText(name)).toBeVisible()
  await look(page, `people-${stage.language}`)

  const guest = await stage.visitor()
  const asked: string[] = []
  guest.on('request', (request) => asked.push(request.url()))
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: stage.say('account', 'invitation.title') })).toBeVisible()
  await expect(guest).toHaveURL('/user/register')
  const username = `ines-${stage.language}-${Date.now() % 100_000}`
  await guest.getByLabel(stage.say('account', 'register.username')).fill(username)
  await guest.getByLabel(stage.say('account', 'register.password'), { exact: true }).fill(PASSWORD)
  await guest.getByLabel(stage.say('account', 'register.confirm')).fill(PASSWORD)
  await press(guest, stage.say('account', 'register.action'))
  await expect(guest).toHaveURL('/item/index')
  await expectStoredUser(guest, { username, name })
  expect(asked.join()).not.toContain(new URL(link).hash.slice(1))

  const late = await stage.visitor()
  await late.goto(link)
  await expect(late.getByRole('heading', { name: stage.say('account', 'invitation.over.title') })).toBeVisible()
  await expect(late.getByLabel(stage.say('account', 'register.username'))).toHaveCount(0)
})

journeySeenInBothLanguages(
  '[J24] several people are added from a table, after a look at what happens',
  async (stage) => {
    const t = textsFor(stage)
    const admin = await administrator(stage)
    const page = await openSection(stage, admin, 'people')
    const word = `several-${stage.language}-${Date.now() % 100_000}`
    await press(page, t('people.several.open'))
    const dialog = dialogOf(page)
    await dialog
      .getByLabel(t('people.several.rows'))
      .fill(`username,name,password\n${word}-a,Ann,${PASSWORD}\n${word}-b,Bob,12345678\n`)
    await press(dialog, t('people.several.preview'))
    await expect(dialog.getByText(t('people.several.problem.passwordTooWeak'))).toBeVisible()
    await look(page, `several-${stage.language}`)
    await press(dialog, t('people.several.action', { number: 1 }))
    await expect(page.getByText(t('people.several.done', { added: 1, invited: 0 }))).toBeVisible()
    const { users } = await admin.call<{ users: { username: string }[] }>('adminUser/getList', { username: word })
    expect(users.map(({ username }) => username)).toEqual([`${word}-a`])
  },
)

/** Chinese in GBK, as Excel saves tables in China. */
const LIN_IN_GBK = [0xc1, 0xd6]

journeySeenInBothLanguages(
  '[J24] a long table in a legacy encoding is looked at and added in parts, and no password is in an address',
  async (stage) => {
    const t = textsFor(stage)
    const admin = await administrator(stage)
    const page = await openSection(stage, admin, 'people')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const word = `long-${stage.language}-${Date.now() % 100_000}`
    const added = Array.from({ length: 25 }, (_, at) => `${word}-${at},?,,${PASSWORD}`)
    // Nobody can be invited without a mail server.
    const leftOut = Array.from({ length: 600 }, (_, at) => `,${'Somebody '.repeat(5)},${word}-${at}@example.org,`)
    const table = Buffer.concat(
      ['username,name,email,password', ...leftOut, ...added]
        .join('\r\n')
        .split('?')
        .flatMap((part, at) => [...(at > 0 ? [Buffer.from(LIN_IN_GBK)] : []), Buffer.from(part)]),
    )

    await press(page, t('people.several.open'))
    const dialog = dialogOf(page)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: table })
    await expect(dialog.getByLabel(t('people.several.rows'))).toHaveValue(/林/)
    await press(dialog, t('people.several.preview'))
    await expect(dialog.getByText(t('people.several.found', { good: 25, wrong: 600 }))).toBeVisible()
    await expect(dialog.getByText(t('people.several.problem.mailNotAvailable')).first()).toBeVisible()
    await look(page, `several-long-${stage.language}`)
    await press(dialog, t('people.several.action', { number: 25 }))

    await expect(page.getByText(t('people.several.done', { added: 25, invited: 0 }))).toBeVisible()
    const { users } = await admin.call<{ users: { username: string; name: string }[] }>('adminUser/getList', {
      username: word,
      count: 100,
    })
    expect(users).toHaveLength(25)
    expect(new Set(users.map(({ name }) => name))).toEqual(new Set(['林']))
    expect(asked.filter((url) => decodeURIComponent(url).includes(PASSWORD))).toEqual([])
  },
)

journeySeenInBothLanguages(
  '[J24] [MSG-10] an announcement is written in the backstage and taken back',
  async (stage) => {
    const t = announcingIn(stage.language)
    const admin = await administrator(stage)
    const opened = await openSection(stage, admin, 'people')
    await opened.goto('/admin/notices-announcing')
    const text = `The server **rests** ${Date.now()}`
    await press(opened, t.new)
    await dialogOf(opened).getByLabel(t.textField).fill(text)
    await press(dialogOf(opened), t.action)
    const row = opened
      .getByRole('listitem')
      .filter({ hasText: text.replaceAll('*', '') })
      .first()
    await expect(row.getByText(t.state.shown)).toBeVisible()
    await expect(row.locator('strong', { hasText: 'rests' })).toBeVisible()
    await look(opened, `announcing-${stage.language}`)
    await row.getByRole('button').click()
    await press(dialogOf(opened), t.withdrawAction)
    await expect(row).toHaveCount(0)
  },
)

journeySeenInBothLanguages('[J25] a mail server is tried before it is saved', async (stage) => {
  const t = textsFor(stage)
  const page = await openSection(stage, await administrator(stage), 'settings')
  const titles = stage.language === 'en' ? ['Accounts', 'Mail'] : ['账号', '邮件']
  await page.getByRole('tab', { name: titles[0] ?? '', exact: true }).click()
  await look(page, `accounts-${stage.language}`)
  await page.getByRole('tab', { name: titles[1] ?? '', exact: true }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel(stage.language === 'en' ? 'Mail server' : '邮件服务器', { exact: true }).fill('127.0.0.1')
  await panel.getByLabel(stage.language === 'en' ? 'Port' : '端口', { exact: true }).fill('1')
  await panel.getByLabel(t('mail.trialTo'), { exact: true }).fill('ada@example.org')
  await press(panel, t('mail.trial'))
  await expect(panel.getByText(t('mail.trialProblem.notReached'))).toBeVisible()
  await look(page, `mail-${stage.language}`)
})

journeySeenInBothLanguages(
  '[J25] the settings are saved as a file, and read from one after a look at it',
  async (stage) => {
    const t = textsFor(stage)
    const admin = await administrator(stage)
    const page = await openSection(stage, admin, 'settings')
    const saved = page.waitForEvent('download')
    await press(page, t('settings.file.export'))
    expect((await saved).suggestedFilename()).toBe('octavo-settings.json')
    const days = stage.language === 'en' ? 170 : 171
    const file = JSON.stringify({
      format: 'octavo-settings',
      version: 1,
      sections: { accounts: { sessionDays: days } },
    })
    await press(page, t('settings.file.import'))
    const dialog = dialogOf(page)
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'octavo-settings.json', mimeType: 'application/json', buffer: Buffer.from(file) })
    await expect(dialog.getByRole('cell', { name: String(days) })).toBeVisible()
    await look(page, `settings-file-${stage.language}`)
    const done = page.waitForEvent('load')
    await press(dialog, t('settings.file.action'))
    await done
    const accounts = stage.language === 'en' ? 'Accounts' : '账号'
    await page.getByRole('tab', { name: accounts, exact: true }).click()
    const label = stage.language === 'en' ? 'Days until a login ends' : '登录有效天数'
    await expect(page.getByRole('tabpanel').getByLabel(label, { exact: true })).toHaveValue(String(days))
  },
)
