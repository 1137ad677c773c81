import { dialogOf, journey, press } from './support/journey.ts'
import { expect } from './support/product.ts'

journey('[J05] a person settles name, password and e-mail address', async (stage) => {
  const { say } = stage
  const { page, username, password } = await stage.actor('olga')
  const dialog = dialogOf(page)
  const email = `${username}@example.org`
  const newPassword = `${username} writes other documents`
  const t = (key: string) => say('account', key)
  await page.goto('/item/index')
  await press(page, say('common', 'nav.account'))
  await page.getByRole('menuitem', { name: say('common', 'nav.setting') }).click()
  await expect(page).toHaveURL('/user/setting')
  await expect(page.getByLabel(t('setting.username'), { exact: true })).toHaveAttribute('readonly', '')
  await expect(page.getByText(t('email.state.unbound'), { exact: true })).toBeVisible()

  const name = page.getByLabel(t('setting.name'), { exact: true })
  await name.fill('Olga 王')
  await press(page, t('setting.save'))
  await expect(page.getByText(t('setting.saved'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Olga 王')

  await press(page, t('setting.passwordAction'))
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 400)
  await dialog.getByLabel(t('setting.passwordNow'), { exact: true }).fill('not this one')
  await dialog.getByLabel(t('setting.passwordNew'), { exact: true }).fill(newPassword)
  await dialog.getByLabel(t('setting.passwordConfirm'), { exact: true }).fill(newPassword)
  await press(dialog, t('setting.save'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(t('setting.passwordNow'), { exact: true }).fill(password)
  await press(dialog, t('setting.save'))
  await expect(page.getByText(t('setting.passwordChanged'))).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await press(page, t('email.bindAction'))
  await dialog.getByLabel(t('email.new'), { exact: true }).fill(email)
  await dialog.getByLabel(t('email.password'), { exact: true }).fill(password)
  await press(dialog, t('setting.save'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(t('email.password'), { exact: true }).fill(newPassword)
  await press(dialog, t('setting.save'))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(t('email.state.unverified'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('setting.back') }).click()
  await expect(page).toHaveURL('/item/index')

  const elsewhere = await stage.visitor()
  await elsewhere.goto('/user/login')
  await elsewhere.getByLabel(t('login.account'), { exact: true }).fill(email)
  await elsewhere.getByLabel(t('login.password'), { exact: true }).fill(newPassword)
  await press(elsewhere, t('login.action'))
  await expect(elsewhere).toHaveURL('/item/index')
  await expect(elsewhere.getByRole('button', { name: say('common', 'nav.account') })).toHaveAttribute(
    'title',
    'Olga 王',
  )
})
