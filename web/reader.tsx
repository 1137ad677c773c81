import './styles/base.css'
import type { Screens } from './app.tsx'
import { lazyPart } from './parts/part.tsx'
import { ROUTES, type ScreenName } from './routes.ts'
import { ItemViewScreen } from './screens/item-view/item-view-screen.tsx'
import { pathHere } from './site-path.ts'
import { start } from './start.tsx'

const laterScreen = (name: ScreenName) => lazyPart(async () => (await import('./screens.ts')).lazyScreens[name])
const laterScreens = Object.fromEntries(ROUTES.map(({ screen }) => [screen, laterScreen(screen)])) as Screens

/** Server-rendered content must be hydrated at once, so its screens cannot be lazy. */
async function startReader(): Promise<void> {
  const isSinglePage = pathHere().startsWith('/page/')
  const single = isSinglePage ? await import('./screens/item-view/single-page-screen.tsx') : null
  const isShared = pathHere().startsWith('/p/')
  const shared = isShared ? await import('./screens/item-view/shared-page-screen.tsx') : null
  await start({
    ...laterScreens,
    itemView: ItemViewScreen,
    ...(single && { singlePage: single.SinglePageScreen }),
    ...(shared && { sharedPage: shared.SharedPageScreen }),
  })
}

// Not awaited: one module that waits keeps the build from joining small files, see `vite.config.ts`.
void startReader()
