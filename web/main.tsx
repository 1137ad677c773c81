import './styles/base.css'
import { lazyScreens } from './app.tsx'
import { start } from './start.tsx'

await start(lazyScreens)
