/** The embedded databases that a test file has opened and not closed yet. */
export const openEngines = new Set<object>()
