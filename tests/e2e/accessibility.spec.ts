import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { excessWidth, expect, newPerson, prefer, restClient, signIn, test } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import { attach } from './support/files.ts'
import { wordsOf, type Language } from './support/words.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LANGUAGES = ['en', 'zh-cn'] as const

const ARTICLE = `Intro with $a^2$ and a [link](/).

## Parameters

| name | type | a long heading of a column | another long heading |
|---|---|---|---|
| uid | int | a_very_long_value_without_any_space | x |

\`\`\`json
{ "uid": 1, "a_long_name_of_a_field": "and a long value that does not fit on a phone at all" }
\`\`\`

> A note.

## Notes

- [ ] open
- [x] done
`

interface Ground {
  readonly itemId: number
  readonly pageId: number
  readonly plainId: number
  readonly versionId: number
  /** Of the link to the page. */
  readonly key: string
  readonly emptyId: number
  readonly closedId: number
  /** With a member and an item. */
  readonly teamId: number
  readonly archivedId: number
}

/** Who looks: screens for visitors come first, then those of somebody without items, then all others. */
type Viewer = 'visitor' | 'beginner' | 'admin'
interface Screen {
  readonly id: string
  readonly viewer: Viewer
  readonly address: (ground: Ground) => string
  /** What the screen says in English. */
  readonly heading: string
}
const screen = (id: string, viewer: Viewer, address: Screen['address'] | string, heading: string): Screen => ({
  id,
  viewer,
  heading,
  address: typeof address === 'string' ? () => address : address,
})

const SCREENS: readonly Screen[] = [
  screen('[ROUTE-01]', 'visitor', '/', 'The quiet place for your team’s documents'),
  screen('[ROUTE-02]', 'visitor', '/user/login', 'Log in'),
  screen('[ROUTE-03]', 'visitor', '/user/register', 'Create an account'),
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
  screen('[ROUTE-15]', 'visitor', ({ closedId }) => `/item/password/${closedId}`, 'This item is private'),
  screen('setup', 'visitor', '/setup?token=abc', 'Welcome to Octavo'),
  screen('setup without a token', 'visitor', '/setup', 'The address is incomplete'),
  screen('[ROUTE-17]', 'visitor', ({ key }) => `/p/${key}`, 'Get a user'),
  screen('a link that ended', 'visitor', '/p/nobodyhasthiskey', 'This link no longer works'),
  screen('reading as a visitor', 'visitor', ({ itemId }) => `/${itemId}`, 'Get a user'),
  screen('empty list', 'beginner', '/item/index', 'Create your first item'),
  screen('no groups', 'beginner', '/item/group/index', 'Sort your items into groups'),
  screen('[ROUTE-07]', 'admin', '/user/setting', 'Settings'),
  screen('[ROUTE-08]', 'admin', '/item/index', 'My items'),
  screen('[ROUTE-09]', 'admin', '/item/group/index', 'Item groups'),
  screen('[ROUTE-10]', 'admin', '/item/add', 'Add an item'),
  screen('[ROUTE-11]', 'admin', ({ itemId }) => `/item/setting/${itemId}`, 'Item settings'),
  screen('members of an item', 'admin', ({ itemId }) => `/item/setting/${itemId}/members`, 'Members'),
  screen('who can do what', 'admin', ({ itemId }) => `/item/access/${itemId}`, 'Who can do what'),
  screen('advanced settings', 'admin', ({ itemId }) => `/item/setting/${itemId}/advanced`, 'Transfer this item'),
  screen('open API', 'admin', ({ itemId }) => `/item/setting/${itemId}/open-api-key`, 'How to use it'),
  screen('recycle bin', 'admin', ({ itemId }) => `/item/setting/${itemId}/recycle-bin`, 'Item settings'),
  screen('empty recycle bin', 'admin', ({ emptyId }) => `/item/setting/${emptyId}/recycle-bin`, 'Item settings'),
  screen('archived item', 'admin', ({ archivedId }) => `/${archivedId}`, 'Read only'),
  screen('[ROUTE-13]', 'admin', () => '/axehandbook', 'Get a user'),
  screen('[ROUTE-14]', 'admin', ({ pageId }) => `/axehandbook/${pageId}`, 'Get a user'),
  screen('empty item', 'admin', ({ emptyId }) => `/${emptyId}`, 'This item has no pages yet'),
  screen('[ROUTE-16]', 'admin', ({ pageId }) => `/page/${pageId}`, 'Get a user'),
  screen('[ROUTE-18]', 'admin', ({ pageId, versionId }) => `/page/diff/${pageId}/${versionId}`, 'Compare versions'),
  screen('[ROUTE-19]', 'admin', ({ itemId, pageId }) => `/page/edit/${itemId}/${pageId}`, 'Get a user'),
  screen('[ROUTE-20]', 'admin', ({ itemId }) => `/catalog/${itemId}`, 'Catalogs'),
  screen('nothing here', 'admin', '/no/such/place', 'There is nothing at this address'),
  screen('[ROUTE-21]', 'admin', '/team/index', 'Teams'),
  screen('[ROUTE-22]', 'admin', ({ teamId }) => `/team/member/${teamId}?team_manage=1`, 'Team members'),
  screen('[ROUTE-23]', 'admin', ({ teamId }) => `/team/item/${teamId}?team_manage=1`, 'Team items'),
  screen('[ROUTE-24]', 'admin', '/attachment/index', 'My attachments'),
  screen('[ROUTE-25]', 'admin', '/message/index', 'Messages'),
  screen('[ROUTE-26]', 'admin', '/notice/index', 'Notices'),
  screen('not built yet', 'admin', '/admin/index', 'Not available yet'),
]

let ground: Ground
let beginnersPassword = ''

test.beforeAll(async ({ server }) => {
  const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
  const addItem = async (fields: Readonly<Record<string, unknown>>) =>
    (await admin.call<{ item_id: number }>('item/add', fields)).item_id
  const itemId = await addItem({ item_name: 'Accessible handbook', item_domain: 'axehandbook' })
  const { cat_id: catId } = await admin.call<{ cat_id: number }>('catalog/save', {
    item_id: itemId,
    cat_name: 'Users',
  })
  const text = { item_id: itemId, cat_id: catId, page_title: 'Get a user' }
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...text,
    page_id: 0,
    page_content: ARTICLE,
  })
  await admin.call('page/save', { ...text, page_id: pageId, page_content: `${ARTICLE}\nChanged.\n` })
  const [version] = await admin.call<{ page_history_id: number }[]>('page/history', { page_id: pageId })
  const link = { page_id: pageId, isCreateSiglePage: true }
  const { unique_key: key } = await admin.call<{ unique_key: string }>('page/createSinglePage', link)
  const { page_id: plainId } = await admin.call<{ page_id: number }>('page/save', {
    ...text,
    page_id: 0,
    page_title: 'Log in',
    page_content: 'How to log in.',
  })
  const files = { page_id: plainId, item_id: itemId }
  await attach(server.url, admin.token, { name: 'plan.pdf', ...files })
  await attach(server.url, admin.token, { name: 'own.pdf', page_id: 0, item_id: 0 })
  beginnersPassword = await newPerson(server.url, 'beginner')
  const { id: teamId } = await admin.call<{ id: number }>('team/save', { team_name: 'Accessible team' })
  const teammate = await restClient(server.url, 'teammate', await newPerson(server.url, 'teammate'))
  const { id: foreignId } = await teammate.call<{ id: number }>('team/save', { team_name: 'Foreign team' })
  const administrator = { member_username: ADMIN.username, team_member_group_id: 1 }
  await teammate.call('teamMember/save', { team_id: foreignId, ...administrator })
  await admin.call('teamMember/save', { team_id: teamId, member_username: 'teammate', team_member_group_id: 1 })
  await admin.call('teamItem/save', { team_id: teamId, item_id: String(itemId) })
  const deleted = await admin.call('page/save', { ...text, page_id: 0, page_title: 'Old', page_content: 'old' })
  await admin.call('page/delete', deleted)
  const archivedId = await addItem({ item_name: 'Archived' })
  await admin.call('page/save', { item_id: archivedId, page_title: 'Read only', page_content: 'text' })
  await admin.call('item/archive', { item_id: archivedId, password: ADMIN.password })
  ground = {
    itemId,
    pageId,
    plainId,
    versionId: version?.page_history_id ?? 0,
    key,
    emptyId: await addItem({ item_name: 'Nothing yet' }),
    closedId: await addItem({ item_name: 'Closed', password: 'open sesame' }),
    teamId,
    archivedId,
  }
})

// In parts, so that none of them takes minutes.
const PART = 8
const PARTS = Array.from({ length: Math.ceil(SCREENS.length / PART) }, (_, index) =>
  SCREENS.slice(index * PART, (index + 1) * PART),
)
for (const language of LANGUAGES)
  for (const [index, part] of PARTS.entries())
    test(`every screen is accessible and fits a phone (${language}, part ${index + 1})`, async ({ page, server }) => {
      test.setTimeout(180_000)
      const problems: string[] = []
      let viewer: Viewer = 'visitor'
      await speak(page, language)

      for (const { id, ...shown } of part) {
        if (shown.viewer !== viewer) {
          viewer = shown.viewer
          if (viewer === 'admin') await signIn(page, server.url)
          else await signIn(page, server.url, 'beginner', beginnersPassword)
        }
        await page.goto(shown.address(ground))
        const heading = language === 'en' ? { name: shown.heading, exact: true } : {}
        await expect(page.getByRole('heading', heading).first(), id).toBeVisible()
        problems.push(...(await problemsOf(page, id)))
      }
      expect(problems).toEqual([])
    })

for (const language of LANGUAGES)
  test(`every dialog is accessible and fits a phone (${language})`, async ({ page, server }) => {
    test.setTimeout(480_000)
    const problems: string[] = []
    const dialog = page.getByRole('dialog')
    const inspect = async (name: string) => {
      await expect(dialog, name).toBeVisible()
      problems.push(...(await problemsOf(page, name)))
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
    await signIn(page, server.url)

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
    await named('members.action.remove', 'teammate')
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
    problems.push(...(await problemsOf(page, 'file hub')))
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

test('a screen that broke is accessible', async ({ page, server }) => {
  await signIn(page, server.url)
  const body = "export const Screen = () => { throw new Error('broken') }"
  await page.route('**/assets/user-setting-screen*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto('/user/setting')

  await expect(page.getByRole('heading', { name: 'Something broke on this page' })).toBeVisible()
  expect(await problemsOf(page, 'broken')).toEqual([])
})

test('a screen that could not be loaded is accessible', async ({ page, server }) => {
  await signIn(page, server.url)
  await page.route('**/assets/user-setting-screen*', (route) => route.abort())
  await page.goto('/user/setting')

  await expect(page.getByRole('alert')).toContainText('This part could not be loaded')
  expect(await problemsOf(page, 'not loaded')).toEqual([])
})

/** Without motion, so that no colour is looked at while it changes. */
async function speak(page: Page, language: Language): Promise<void> {
  await prefer(page, language, 'light')
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** What axe finds at a desk, and whether a phone would scroll sideways. Only colours differ in the dark. */
async function problemsOf(page: Page, name: string): Promise<readonly string[]> {
  await page.setViewportSize(DESK)
  await page.waitForLoadState('networkidle')
  const light = await new AxeBuilder({ page }).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  const excess = await excessOf(page)
  await page.setViewportSize(DESK)
  const found = (scheme: string, violations: typeof light.violations) =>
    violations.map(
      ({ id, nodes }) => `${name}, ${scheme}, ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    )
  return [
    ...found('light', light.violations),
    ...found('dark', dark.violations),
    ...(excess > 0 ? [`${name}: ${excess} px too wide for a phone`] : []),
  ]
}

/** As `excessWidth`, once the page has taken in how wide its window is. */
async function excessOf(page: Page): Promise<number> {
  await expect
    .poll(() => excessWidth(page), { timeout: 5_000 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined)
  return excessWidth(page)
}
