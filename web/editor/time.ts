/** The passing of time as the editor knows it: the browser's own, or that of a simulation. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number
  /** Does the work once after this time. @returns how to call it off */
  after(milliseconds: number, work: () => void): () => void
}

export const browserTime: Time = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}
