import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { MailSink } from '../support/mail/mail-sink.ts'
import { LANGUAGES } from './support/languages.ts'
import { linkIn, test } from './support/product-with-mail.ts'
import { expect, newPerson, prefer, restClient, shareSession } from './support/product.ts'
import type { RunningServer } from './support/running-server.ts'

const WORDS = {
  en: { sent: 'Check your inbox', subject: 'Choose a new password for Octavo' },
  'zh-cn': { sent: '请查收邮件', subject: '重置你的 Octavo 密码' },
} as const
/** A person with an address of their own. */
async function personWithAddress(server: RunningServer, sink: MailSink, username: string) {
  const person = await newPerson(server.url, username)
  const email = `${username}@example.org`
  await person.client.call('user/updateEmail', { email, password: person.password })
  await sink.letterTo(email)
  return { ...person, email }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[USET-06] [USET-09] [ROUTE-07] an address is bound with the login password and confirmed by its letter', async ({
  page,
  server,
  sink,
}) => {
  const { client, password } = await newPerson(server.url, 'mail-binder')
  await shareSession(page, client)
  await page.goto('/user/setting')
  await expect(page.getByText('Not bound')).toBeVisible()

  await button(page, 'Bind an address').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill('mail-binder@example.org')
  await dialog.getByLabel('Your login password').fill('not this one')
  await button(page, 'Save').last().click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Your login password').fill(password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('mail-binder@example.org')).toBeVisible()
  await expect(page.getByText('Not confirmed')).toBeVisible()

  await page.goto(linkIn(await sink.letterTo('mail-binder@example.org')))
  await button(page, 'Confirm').click()
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to my settings' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

// In both languages: the letter is another, and the way on after it as well.
for (const language of LANGUAGES)
  test(`[RESET-02] [RESET-04] [RESET-06] [ROUTE-04] [ROUTE-05] a forgotten password is replaced (${language})`, async ({
    page,
    server,
    sink,
  }) => {
    const person = await personWithAddress(server, sink, `mail-forgets-${language}`)
    await prefer(page, language, 'light')
    await page.goto('/user/login')
    await page.locator('a[href="/user/resetPassword"]').click()
    await expect(page).toHaveURL('/user/resetPassword')
    await page.locator('input[type=email]').fill(person.email)
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('heading', { name: WORDS[language].sent })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(person.email)

    // The letter that confirms the address came first.
    const letter = await sink.letterTo(person.email, 1)
    expect(letter.subject).toBe(WORDS[language].subject)
    const link = linkIn(letter)
    await page.goto(language === 'en' ? link : `${link}&redirect=/user/setting`)
    const passwords = page.locator('input[type=password]')
    await passwords.first().fill('a quieter owl at dawn')
    await passwords.last().fill('a quieter owl at dawn')
    await page.locator('button[type=submit]').click()

    await expect(page).toHaveURL(language === 'en' ? '/item/index' : '/user/setting')
    await restClient(server.url, person.username, 'a quieter owl at dawn')
    await expect(restClient(server.url, person.username, person.password)).rejects.toThrow('refused')
    await page.goto(link)
    await passwords.first().fill('another owl at noon')
    await passwords.last().fill('another owl at noon')
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('alert')).toBeVisible()
  })

test('neither login tokens nor those of letters are kept as they are (threats T1, T10)', async ({ server, sink }) => {
  const { username, password, email } = await personWithAddress(server, sink, 'mail-secretive')
  const { token } = await restClient(server.url, username, password)
  const sent = new URL(linkIn(await sink.letterTo(email))).searchParams.get('token') ?? ''

  expect(sent).toMatch(/^[\w-]{43}$/)
  const files = await readdir(server.dataDirectory, { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = await contentOf(path.join(file.parentPath, file.name))
    expect([file.name, bytes.includes(token), bytes.includes(sent)]).toEqual([file.name, false, false])
  }
  expect(server.output()).not.toContain(token)
  expect(server.output()).not.toContain(sent)
})

/** Empty when the database has removed the file since it was listed. */
async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
