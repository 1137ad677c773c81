import type { Locator, Page } from '@playwright/test'
import { groundOn, type Ground } from './support/accessible-ground.ts'
import { violationsOf, type Asked } from './support/accessibility.ts'
import { languagesOf } from './support/languages.ts'
import { inOtherLanguage } from './support/other-language.ts'
import { excessWidth, expect, prefer, shareSession, test } from './support/product.ts'
import { watchScreen } from './support/whole-screen.ts'
import { wordsOf, type Language } from './support/words.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** The beginner has no items; nearly all screens are those of the owner. */
type Viewer = 'visitor' | 'beginner' | 'owner' | 'administrator'
const VIEWERS: readonly Viewer[] = ['visitor', 'beginner', 'owner', 'administrator']
interface Screen {
  readonly id: string
  readonly viewer: Viewer
  readonly address: (ground: Ground) => string
  /** What the screen says in English. */
  readonly heading: string
  /** The heading is a title that somebody wrote, the same in all languages. */
  readonly isWritten: boolean
  /** What a plugin adds to the screen, with nothing in its place before. */
  readonly added: string | null
  /** The form that the screen is for: its first field has the focus. */
  readonly form: string | null
}
const screen = (
  id: string,
  viewer: Viewer,
  address: Screen['address'] | string,
  heading: string,
  more: Partial<Screen> = {},
): Screen => ({
  id,
  viewer,
  heading,
  address: typeof address === 'string' ? () => address : address,
  isWritten: false,
  added: null,
  form: null,
  ...more,
})
/** A screen with the page of the handbook. */
const pageScreen = (id: string, viewer: Viewer, address: Screen['address']): Screen =>
  screen(id, viewer, address, 'Get a user', { isWritten: true })
const FORM = { form: 'form' }
const BELL = { added: '.messages-link' }

const SCREENS: readonly Screen[] = [
  screen('[ROUTE-01]', 'visitor', '/', 'The quiet place for your team’s documents'),
  screen('[ROUTE-02]', 'visitor', '/user/login', 'Log in', FORM),
  screen('[ROUTE-03]', 'visitor', '/user/register', 'Create an account', FORM),
  screen('[ROUTE-04]', 'visitor', '/user/resetPassword', 'This site sends no mail'),
  screen(
    '[ROUTE-05]',
    'visitor',
    '/user/ResetPasswordByUrl?uid=1&email=a@example.org&token=x',
    'Choose a new password',
  ),
  screen(
    'confirming an address',
    'visitor',
    '/user/confirmEmail?uid=1&email=a@example.org&token=x',
    'Confirm your e-mail address',
  ),
  screen('[ROUTE-06]', 'visitor', '/user/loginByUserToken?user_token=x&redirect_uri=//', 'Log in'),
  screen('an invitation that is over', 'visitor', '/user/register#x', 'This invitation is no longer valid'),
  screen('[ROUTE-15]', 'visitor', ({ closedId }) => `/item/password/${closedId}`, 'This item is private'),
  screen('setup', 'visitor', '/setup?token=abc', 'Welcome to Octavo'),
  screen('setup without a token', 'visitor', '/setup', 'The address is incomplete'),
  pageScreen('[ROUTE-17]', 'visitor', ({ key }) => `/p/${key}`),
  screen('a link that ended', 'visitor', '/p/nobodyhasthiskey', 'This link no longer works'),
  pageScreen('reading as a visitor', 'visitor', ({ itemId }) => `/${itemId}`),
  screen('empty list', 'beginner', '/item/index', 'Create your first item', BELL),
  screen('no groups', 'beginner', '/item/group/index', 'Sort your items into groups'),
  screen('[ROUTE-07]', 'owner', '/user/setting', 'Settings'),
  screen('[ROUTE-08]', 'owner', '/item/index', 'My items', BELL),
  screen('[ROUTE-09]', 'owner', '/item/group/index', 'Item groups'),
  screen('[ROUTE-10]', 'owner', '/item/add', 'Add an item', FORM),
  screen('an import', 'owner', ({ itemId }) => `/item-import/${itemId}`, 'Import', { added: '.import' }),
  screen('[ROUTE-12]', 'owner', ({ itemId }) => `/item/export/${itemId}`, 'Export', { added: 'form', ...FORM }),
  screen('[ROUTE-11]', 'owner', ({ itemId }) => `/item/setting/${itemId}`, 'Item settings', FORM),
  screen('members of an item', 'owner', ({ itemId }) => `/item/setting/${itemId}/members`, 'Members'),
  screen('who can do what', 'owner', ({ itemId }) => `/item/access/${itemId}`, 'Who can do what'),
  screen('advanced settings', 'owner', ({ itemId }) => `/item/setting/${itemId}/advanced`, 'Transfer this item'),
  screen('open API', 'owner', ({ itemId }) => `/item/setting/${itemId}/open-api-key`, 'How to use it', {
    added: '.open-api-pair',
  }),
  screen('recycle bin', 'owner', ({ itemId }) => `/item/setting/${itemId}/recycle-bin`, 'Item settings'),
  screen('empty recycle bin', 'owner', ({ emptyId }) => `/item/setting/${emptyId}/recycle-bin`, 'Item settings'),
  screen('archived item', 'owner', ({ archivedId }) => `/${archivedId}`, 'Read only', { isWritten: true }),
  pageScreen('[ROUTE-13]', 'owner', () => '/axehandbook'),
  pageScreen('[ROUTE-14]', 'owner', ({ pageId }) => `/axehandbook/${pageId}`),
  screen('empty item', 'owner', ({ emptyId }) => `/${emptyId}`, 'This item has no pages yet'),
  pageScreen('[ROUTE-16]', 'owner', ({ pageId }) => `/page/${pageId}`),
  screen('[ROUTE-18]', 'owner', ({ pageId, versionId }) => `/page/diff/${pageId}/${versionId}`, 'Compare versions'),
  pageScreen('[ROUTE-19]', 'owner', ({ itemId, pageId }) => `/page/edit/${itemId}/${pageId}`),
  screen('[ROUTE-20]', 'owner', ({ itemId }) => `/catalog/${itemId}`, 'Catalogs'),
  screen('nothing here', 'owner', '/no/such/place', 'There is nothing at this address'),
  screen('[ROUTE-21]', 'owner', '/team/index', 'Teams'),
  screen('[ROUTE-22]', 'owner', ({ teamId }) => `/team/member/${teamId}?team_manage=1`, 'Team members'),
  screen('[ROUTE-23]', 'owner', ({ teamId }) => `/team/item/${teamId}?team_manage=1`, 'Team items'),
  screen('[ROUTE-24]', 'owner', '/attachment/index', 'My attachments'),
  screen('[ROUTE-25]', 'owner', '/message/index', 'Messages'),
  screen('the way to the backstage', 'administrator', '/item/index', 'My items', BELL),
  screen('[ROUTE-26]', 'administrator', '/notice/index', 'Messages'),
  screen('[GEN-08] [ROUTE-27]', 'administrator', '/admin/index', 'Administration'),
  screen('settings of the site', 'administrator', '/admin/backstage-settings', 'Settings', {
    added: '.setting-form',
    ...FORM,
  }),
  screen('users', 'administrator', '/admin/backstage-people', 'Users', { added: '.backstage-table' }),
  screen('items of everybody', 'administrator', '/admin/backstage-items', 'Items', { added: '.backstage-table' }),
  screen('files of everybody', 'administrator', '/admin/backstage-files', 'Attachments', { added: '.list-fact' }),
  screen('tasks of everybody', 'administrator', '/admin/backstage-tasks', 'All tasks', { added: '.backstage-filter' }),
  screen('plugins', 'administrator', '/admin/backstage-plugins', 'Plugins', { added: '.plugin-list' }),
  screen('announcements of administrators', 'administrator', '/admin/notices-announcing', 'Announcements', {
    added: '.announcing > .state, .announcing > .message-list',
  }),
  screen('the audit', 'administrator', '/admin/backstage-audit', 'Audit log', { added: '.backstage-table' }),
  screen('the state of the server', 'administrator', '/admin/backstage-health', 'Health', { added: '.health-charts' }),
  screen('backups', 'administrator', '/admin/backstage-backups', 'Backups', { added: '.state' }),
  screen('moving from ShowDoc', 'administrator', '/admin/backstage-showdoc', 'Moving from ShowDoc', {
    added: '.backstage-list',
  }),
  screen('LDAP', 'administrator', '/admin/ldap-login-ldap', 'LDAP login', { added: 'form', ...FORM }),
  screen('OAuth', 'administrator', '/admin/oauth-login-oauth2', 'OAuth2 login', { added: 'form', ...FORM }),
  screen('the version', 'administrator', '/admin/backstage-about', 'About', { added: '.about-versions' }),
  screen('a screen of a plugin that is not there', 'owner', '/item/feedback', 'Not available'),
]

let ground: Ground

test.beforeAll(async ({ server }) => {
  ground = await groundOn(server.url)
})

for (const viewer of VIEWERS)
  for (const language of languagesOf(viewer))
    test(`every screen of the ${viewer} is accessible and fits a phone (${language})`, async ({ page, admin }) => {
      test.setTimeout(600_000)
      const problems: string[] = []
      const untilWhole = watchScreen(page)
      await speak(page, language)
      const clients = { visitor: null, beginner: ground.beginner, owner: ground.owner, administrator: admin }
      const client = clients[viewer]
      if (client) await shareSession(page, client)

      for (const { id, address, heading, isWritten, added, form } of SCREENS.filter((each) => each.viewer === viewer)) {
        await page.goto(address(ground))
        const title = isWritten || language === 'en' ? { name: heading, exact: true } : {}
        await expect(page.getByRole('heading', title).first(), id).toBeVisible()
        if (added) await expect(page.locator(added).first(), id).toBeVisible()
        await untilWhole(id)
        if (form) await expect(page.locator(form).locator('input:focus, textarea:focus'), id).toHaveCount(1)
        problems.push(...(await problemsOf(page, id)))
      }
      expect(problems).toEqual([])
    })

for (const language of languagesOf('every dialog'))
  test(`every dialog is accessible and fits a phone (${language})`, async ({ page }) => {
    test.setTimeout(600_000)
    const problems: string[] = []
    const untilWhole = watchScreen(page)
    const dialog = page.getByRole('dialog')
    const inspect = async (name: string) => {
      await expect(dialog, name).toBeVisible()
      await untilWhole(name)
      problems.push(...(await problemsOf(page, name, dialog)))
      await page.keyboard.press('Escape')
      await expect(dialog, name).toBeHidden()
    }
    const press = (namespace: string, key: string) =>
      page
        .getByRole('button', { name: wordsOf(language, namespace, key), exact: true })
        .first()
        .click()
    const choose = async (menu: string, line: string) => {
      await page.getByRole('button', { name: menu, exact: true }).click()
      await page.getByRole('menuitem', { name: line, exact: true }).click()
    }
    await speak(page, language)
    await shareSession(page, ground.owner)

    await page.goto(`/${ground.itemId}/${ground.pageId}`)
    await press('reader', 'action.history')
    await inspect('history')
    await choose(wordsOf(language, 'reader', 'action.more'), wordsOf(language, 'reader', 'action.changes'))
    await inspect('change log')
    await press('reader', 'action.share')
    await inspect('share')
    await page.locator('.search-box').click()
    await dialog.getByRole('searchbox').or(dialog.getByRole('combobox')).first().fill('user')
    await expect(dialog.locator('mark').first()).toBeVisible()
    await inspect('search')
    await choose(wordsOf(language, 'reader', 'action.more'), wordsOf(language, 'reader', 'action.deletePage'))
    await inspect('delete page')
    await page.setViewportSize(PHONE)
    await press('reader', 'layout.menu')
    await inspect('drawer')

    await page.goto(`/item/access/${ground.itemId}`)
    await page.locator('.access-table .table-actions button').first().click()
    await expect(dialog.locator('.seen-entry').first()).toBeVisible()
    await inspect('seen as somebody')

    await page.goto(`/catalog/${ground.itemId}`)
    await press('catalog', 'catalog.action.add')
    await inspect('new catalog')
    await page.locator('.catalog-name').first().click()
    await inspect('rename catalog')
    const more = wordsOf(language, 'catalog', 'catalog.action.more').replace('{{name}}', 'Users')
    await choose(more, wordsOf(language, 'catalog', 'catalog.action.copy'))
    await inspect('copy catalog')
    await choose(more, wordsOf(language, 'catalog', 'catalog.action.delete'))
    await inspect('delete catalog')

    const named = (key: string, name: string) =>
      page
        .getByRole('button', { name: wordsOf(language, 'teams', key, { name }), exact: true })
        .first()
        .click()
    await page.goto('/team/index')
    await press('teams', 'list.action.add')
    await inspect('new team')
    for (const deed of ['rename', 'transfer', 'delete']) {
      await named(`list.action.${deed}`, 'Accessible team')
      await inspect(`${deed} team`)
    }
    await named('list.action.exit', 'Foreign team')
    await inspect('exit team')
    await page.goto(`/team/member/${ground.teamId}`)
    await press('teams', 'members.action.add')
    await inspect('add members')
    await named('members.action.remove', 'axe-mate')
    await inspect('remove a member')
    await page.goto(`/team/item/${ground.teamId}`)
    await press('teams', 'items.action.bind')
    await inspect('bind items')
    await named('items.action.authority', 'Accessible handbook')
    await expect(dialog.locator('select').first()).toBeVisible()
    await inspect('member authority')
    await named('items.action.unbind', 'Accessible handbook')
    await inspect('unassign an item')

    await page.goto('/user/setting')
    await press('account', 'setting.passwordAction')
    await inspect('change password')
    await press('account', 'email.bindAction')
    await inspect('bind an address')
    await press('account', 'sessions.endOthers')
    await inspect('log out everywhere else')
    await page.goto(`/item/setting/${ground.itemId}/advanced`)
    for (const deed of ['transfer', 'archive', 'delete']) {
      await press('settings', `lifecycle.action.${deed}`)
      await inspect(`${deed} item`)
    }
    await page.goto(`/item/setting/${ground.itemId}/recycle-bin`)
    await page.locator('.table button').first().click()
    await inspect('recover page')
    await page.goto(`/item/setting/${ground.itemId}/open-api-key`)
    await page.locator('.open-api .form-actions button').click()
    await inspect('reset the token')
    await page.goto(`/page/edit/${ground.itemId}/${ground.plainId}`)
    await press('editor', 'toolbar.sort')
    await inspect('sort pages')
    await page.getByRole('button', { name: wordsOf(language, 'files', 'attachments.action', { count: 1 }) }).click()
    await expect(dialog.getByRole('link', { name: 'plan.pdf' })).toBeVisible()
    await inspect('attachments')
    await page.getByRole('button', { name: wordsOf(language, 'files', 'attachments.action', { count: 1 }) }).click()
    await press('files', 'attachments.fromHub')
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await untilWhole('file hub')
    problems.push(...(await problemsOf(page, 'file hub', dialog)))
    await page.goto(`/${ground.itemId}/${ground.plainId}`)
    await press('files', 'reader.open')
    await expect(dialog.getByRole('link')).toBeVisible()
    await inspect('attachments for readers')
    await page.goto('/attachment/index')
    await press('files', 'upload.action')
    await inspect('upload')
    await page.locator('.file-table button').last().click()
    await inspect('delete a file')
    expect(problems).toEqual([])
  })

test('a screen that broke is accessible', async ({ page }) => {
  await speak(page, 'en')
  await shareSession(page, ground.owner)
  const body = "export const Screen = () => { throw new Error('broken') }"
  await page.route('**/assets/user-setting-screen*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto('/user/setting')

  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  expect(await problemsOf(page, 'broken')).toEqual([])
})

test('a screen that could not be loaded is accessible', async ({ page }) => {
  await speak(page, 'en')
  await shareSession(page, ground.owner)
  await page.route('**/assets/user-setting-screen*', (route) => route.abort())
  await page.goto('/user/setting')

  await expect(page.getByRole('alert')).toContainText('This part could not be loaded')
  expect(await problemsOf(page, 'not loaded')).toEqual([])
})

test('what is wrong is found by all rules, by those about colours and by the others, on a screen and in a part', async ({
  page,
}) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Planted</title><main><h1>Planted</h1><button></button>
    <div role="dialog" aria-label="A part"><p style="color: #ccc; background: #fff">Pale words</p></div></main></html>`)
  const named = async (place: Page | Locator, asked: Asked) =>
    (await violationsOf(place, asked)).map((found) => found.split(':')[0])
  const dialog = page.getByRole('dialog')

  expect(await named(page, 'everything')).toEqual(['button-name', 'color-contrast'])
  expect(await named(page, 'colours')).toEqual(['color-contrast'])
  expect(await named(page, 'all but colours')).toEqual(['button-name'])
  expect(await named(dialog, 'everything')).toEqual(['color-contrast'])
})

/** Without motion, so that no colour is looked at while it changes. */
async function speak(page: Page, language: Language): Promise<void> {
  await prefer(page, language, 'light')
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/**
 * What axe finds at a desk, and whether a phone would scroll sideways; then the same in the other language, without
 * loading the screen again. The colours are the same in both languages, and nothing but them differs in the dark. What
 * is around a dialog was looked at as a screen.
 */
async function problemsOf(page: Page, name: string, dialog?: Locator): Promise<readonly string[]> {
  const part = dialog ?? page
  const problems: string[] = []
  const look = async (place: Page | Locator, asked: Asked, where = '') => {
    const found = await lastingViolations(place, asked)
    problems.push(...found.map((problem) => `${name}, ${where}${problem}`))
  }
  const fit = async (where = '') => {
    const excess = await excessOf(page)
    if (excess > 0) problems.push(`${name}, ${where}${excess} px too wide for a phone`)
  }
  if (page.viewportSize()?.width !== DESK.width) await page.setViewportSize(DESK)
  if (dialog) await look(page, 'all but colours')
  await look(part, dialog ? 'colours' : 'everything')
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(part, 'colours', 'dark, ')
  await page.emulateMedia({ colorScheme: 'light' })
  await inOtherLanguage(page, async () => {
    await look(part, 'all but colours', 'in the other language, ')
    await page.setViewportSize(PHONE)
    await fit('in the other language, ')
  })
  await fit()
  await page.setViewportSize(DESK)
  return problems
}

/** How long something wrong has to stay. */
const LASTING_MS = 5_000

/**
 * What is wrong with the screen and stays so: a colour that is changing is looked at again. A look may take as long as it
 * wants, which on a busy machine is longer than that.
 */
async function lastingViolations(place: Page | Locator, asked: Asked): Promise<readonly string[]> {
  const until = Date.now() + LASTING_MS
  for (;;) {
    const found = await violationsOf(place, asked)
    if (found.length === 0 || Date.now() > until) return found
  }
}

/** As `excessWidth`, once the page has taken in how wide its window is. */
async function excessOf(page: Page): Promise<number> {
  await page.waitForFunction((width) => innerWidth === width, PHONE.width)
  await expect
    .poll(() => excessWidth(page))
    .toBeLessThanOrEqual(0)
    .catch(() => undefined)
  return excessWidth(page)
}
