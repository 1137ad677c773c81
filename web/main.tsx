import './styles/base.css'
import { lazyScreens } from './screens.ts'
import { start } from './start.tsx'

// Not awaited, as in `reader.tsx`.
void start(lazyScreens)
