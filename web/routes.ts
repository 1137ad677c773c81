import { isReservedWord } from '#core/addresses.ts'

/**
 * How the server answers an address: the reader is rendered on the server, everything else is a shell that the browser
 * fills. Below a plugin's word (`plugin`) there is one as long as that plugin is running.
 */
export type RouteKind = 'reader' | 'app' | 'plugin'

export interface ScreenRoute {
  readonly pattern: RegExp
  readonly screen: ScreenName
  readonly kind: RouteKind
}

export type ScreenName =
  | 'home'
  | 'login'
  | 'register'
  | 'resetPassword'
  | 'newPassword'
  | 'confirmEmail'
  | 'tokenLogin'
  | 'userSetting'
  | 'setup'
  | 'itemList'
  | 'itemGroups'
  | 'itemAdd'
  | 'itemSetting'
  | 'itemAccess'
  | 'itemPassword'
  | 'catalog'
  | 'teamList'
  | 'teamMembers'
  | 'teamItems'
  | 'attachments'
  | 'pageEdit'
  | 'pageDiff'
  | 'singlePage'
  | 'sharedPage'
  | 'itemView'
  | 'admin'
  | 'plugin'

const SEGMENTS: Readonly<Record<string, string>> = {
  item: '[^/]+',
  key: '[A-Za-z0-9_-]+',
  tab: '[a-z0-9-]+',
}

/** `:itemId` stands for digits, `:item` for an id or a personal domain, `:tab` for a part of a screen. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${SEGMENTS[name] ?? '\\d+'})`)}/?$`)

const route = (path: string, screen: ScreenName, kind: RouteKind = 'app'): ScreenRoute => ({
  pattern: patternOf(path),
  screen,
  kind,
})
/** Addresses reserved for plugins: see `LEFT_TO_PLUGINS` in `web/extensions/screen-address.ts`. */
const left = (path: string): ScreenRoute => route(path, 'plugin')

/** Spec §2 as a table. The first match is used, so fixed words precede personal domains (D17). */
export const ROUTES: readonly ScreenRoute[] = [
  route('/', 'home'),
  route('/setup', 'setup'),
  route('/user/login', 'login'),
  route('/user/register', 'register'),
  route('/user/setting', 'userSetting'),
  route('/user/resetPassword', 'resetPassword'),
  route('/user/ResetPasswordByUrl', 'newPassword'),
  route('/user/confirmEmail', 'confirmEmail'),
  route('/user/loginByUserToken', 'tokenLogin'),
  route('/item/index', 'itemList'),
  route('/item/group/index', 'itemGroups'),
  left('/item/feedback'),
  route('/item/add', 'itemAdd'),
  route('/item/setting/:itemId', 'itemSetting'),
  route('/item/setting/:itemId/:tab', 'itemSetting'),
  route('/item/access/:itemId', 'itemAccess'),
  left('/item/export/:itemId'),
  route('/item/password/:item', 'itemPassword'),
  route('/page/edit/:itemId/:pageId', 'pageEdit'),
  route('/page/diff/:pageId/:versionId', 'pageDiff'),
  route('/page/:pageId', 'singlePage', 'reader'),
  route('/p/:key', 'sharedPage', 'reader'),
  route('/catalog/:itemId', 'catalog'),
  route('/team/index', 'teamList'),
  route('/team/member/:teamId', 'teamMembers'),
  route('/team/item/:teamId', 'teamItems'),
  route('/attachment/index', 'attachments'),
  left('/message/index'),
  left('/notice/index'),
  route('/admin', 'admin'),
  route('/admin/index', 'admin'),
  route('/admin/:tab', 'admin'),
  // A word with a hyphen belongs to a plugin (core/addresses.ts).
  { pattern: /^\/[^/]*-/, screen: 'plugin', kind: 'plugin' },
  route('/:item', 'itemView', 'reader'),
  route('/:item/:pageId', 'itemView', 'reader'),
]

export interface RouteMatch {
  readonly route: ScreenRoute
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The screen of an address without its query; null when there is none. */
export function matchRoute(path: string): RouteMatch | null {
  for (const candidate of ROUTES) {
    const found = candidate.pattern.exec(path)
    if (!found) continue
    const params = found.groups ?? {}
    return isReservedWord(params['item'] ?? '') ? null : { route: candidate, params }
  }
  return null
}
