/** The embedded databases that a test file has opened and not closed yet. */
export const openEngines = new Set<object>()

interface Holder {
  end(): Promise<void>
}

/** What holds threads that a test file need not end itself. */
export const endedWithFile = new Set<Holder>()

export function heldByFile<H extends Holder>(holder: H): H {
  endedWithFile.add(holder)
  return holder
}
