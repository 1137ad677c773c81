/** The embedded databases that a test file has opened and not closed yet. */
export const openEngines = new Set<object>()

/** What holds threads that a test file need not end itself. */
export const endedWithFile = new Set<{ end(): Promise<void> }>()
