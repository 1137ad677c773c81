const KEY = 'editor_face'

/** How a page is edited: as rich text, as markdown, or as markdown beside its preview. */
export type Face = 'rich' | 'source' | 'split'
export const FACES: readonly Face[] = ['rich', 'source', 'split']

/** The face chosen last in this browser. */
export const rememberedFace = (): Face => FACES.find((face) => face === localStorage.getItem(KEY)) ?? 'rich'

export const rememberFace = (face: Face): void => localStorage.setItem(KEY, face)
