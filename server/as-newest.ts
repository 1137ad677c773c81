import { goOnAsNewest } from './newest-version.ts'

// Must be imported first by a command, so that no code of an older version runs.
goOnAsNewest()
