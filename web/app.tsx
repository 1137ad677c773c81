import type { ComponentType } from 'react'
import { Route, useLocation } from 'wouter'
import { apiPart } from './api/api-part.ts'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { lazyPart, Part } from './parts/part.tsx'
import { ScreenSkeleton } from './parts/skeleton.tsx'
import { useIsInBrowser } from './parts/use-is-in-browser.ts'
import { SearchKey } from './search/search-key.ts'
import { matchRoute, type ScreenName } from './routes.ts'

export type Screens = Readonly<Record<ScreenName, ComponentType>>

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

  // The outer one is for what fails while a screen goes away: the inner one goes with the screen.
  return (
    <ErrorBoundary>
      <ErrorBoundary key={match?.route.screen ?? 'notFound'}>
        <Part isScreen waiting={<ScreenSkeleton />}>
          <Route path={match?.route.pattern ?? /.*/}>
            <Screen />
          </Route>
        </Part>
        {isInBrowser && <SearchKey />}
        <Part isExtra>{isInBrowser && <Beside />}</Part>
      </ErrorBoundary>
    </ErrorBoundary>
  )
}
