/** Identifies an editor, now and later. */
export const newEditorId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
