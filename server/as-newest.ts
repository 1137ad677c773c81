import { goOnAsNewest } from './newest-version.ts'

// Imported before anything else of a command, so that nothing of an older version runs.
goOnAsNewest()
