import './styles/base.css'
import { lazyScreens } from './app.tsx'
import { ItemViewScreen } from './screens/item-view/item-view-screen.tsx'
import { SinglePageScreen } from './screens/item-view/single-page-screen.tsx'
import { start } from './start.tsx'

// The reader is part of the entry, because what the server rendered must be hydrated at once.
await start({ ...lazyScreens, itemView: ItemViewScreen, singlePage: SinglePageScreen })
