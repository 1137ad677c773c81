import './styles/base.css'
import { lazyScreens } from './app.tsx'
import { start } from './start.tsx'

// Not awaited, as in `reader.tsx`.
void start(lazyScreens)
