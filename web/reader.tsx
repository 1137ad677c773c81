import './styles/base.css'
import { lazyScreens } from './app.tsx'
import { ItemViewScreen } from './screens/item-view/item-view-screen.tsx'
import { pathHere } from './site-path.ts'
import { start } from './start.tsx'

/** Server-rendered content must be hydrated at once, so its screens cannot be lazy. */
async function startReader(): Promise<void> {
  const isSinglePage = pathHere().startsWith('/page/')
  const single = isSinglePage ? await import('./screens/item-view/single-page-screen.tsx') : null
  const isShared = pathHere().startsWith('/p/')
  const shared = isShared ? await import('./screens/item-view/shared-page-screen.tsx') : null
  await start({
    ...lazyScreens,
    itemView: ItemViewScreen,
    singlePage: single?.SinglePageScreen ?? lazyScreens.singlePage,
    sharedPage: shared?.SharedPageScreen ?? lazyScreens.sharedPage,
  })
}

// Not awaited: one module that waits keeps the build from joining small files, see `vite.config.ts`.
void startReader()
