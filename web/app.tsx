import type { ComponentType } from 'react'
import { Route, useLocation } from 'wouter'
import { apiPart } from './api/api-part.ts'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { lazyPart, Part } from './parts/part.tsx'
import { ScreenSkeleton } from './parts/skeleton.tsx'
import { useIsInBrowser } from './parts/use-is-in-browser.ts'
import { matchRoute, type ScreenName } from './routes.ts'

export type Screens = Readonly<Record<ScreenName, ComponentType>>

const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./screens/*/*-screen.tsx')

/** The screen of `screens/{folder}/{file}-screen.tsx`, in a chunk of its own. @throws when there is none */
function lazyScreen(folder: string, file = folder): ComponentType {
  const load = modules[`./screens/${folder}/${file}-screen.tsx`]
  if (!load) throw new Error(`there is no screen ${folder}/${file}`)
  return apiPart(async () => Object.values(await load())[0] ?? (() => null))
}

export const lazyScreens: Screens = {
  home: lazyScreen('home'),
  login: lazyScreen('login'),
  register: lazyScreen('register'),
  resetPassword: lazyScreen('reset-password'),
  newPassword: lazyScreen('new-password'),
  confirmEmail: lazyScreen('confirm-email'),
  tokenLogin: lazyScreen('token-login'),
  userSetting: lazyScreen('user-setting'),
  setup: lazyScreen('setup'),
  itemList: lazyScreen('item-list'),
  itemGroups: lazyScreen('item-groups'),
  itemAdd: lazyScreen('item-add'),
  itemSetting: lazyScreen('item-setting'),
  itemAccess: lazyScreen('item-access'),
  itemPassword: lazyScreen('item-password'),
  catalog: lazyScreen('catalog'),
  teamList: lazyScreen('team-list'),
  teamMembers: lazyScreen('team-members'),
  teamItems: lazyScreen('team-items'),
  attachments: lazyScreen('attachments'),
  pageEdit: lazyScreen('page-edit'),
  pageDiff: lazyScreen('page-diff'),
  singlePage: lazyScreen('item-view', 'single-page'),
  sharedPage: lazyScreen('item-view', 'shared-page'),
  itemView: lazyScreen('item-view'),
  admin: lazyScreen('admin'),
  plugin: lazyScreen('plugin'),
}

const NotFoundScreen = apiPart(async () => (await import('./parts/not-found-screen.tsx')).NotFoundScreen)
const Beside = lazyPart(async () => (await import('./reader-parts.ts')).Beside)

export interface AppProps {
  readonly screens: Screens
}

/** Spec §2: which address shows which screen. A screen stays mounted while only its parameters change. */
export function App({ screens }: AppProps) {
  const [path] = useLocation()
  const match = matchRoute(path)
  const isInBrowser = useIsInBrowser()
  const Screen = match ? screens[match.route.screen] : NotFoundScreen

  return (
    <ErrorBoundary key={match?.route.screen ?? 'notFound'}>
      <Part isScreen waiting={<ScreenSkeleton />}>
        <Route path={match?.route.pattern ?? /.*/}>
          <Screen />
        </Route>
      </Part>
      <Part isExtra>{isInBrowser && <Beside />}</Part>
    </ErrorBoundary>
  )
}
