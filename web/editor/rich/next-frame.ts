// A background window has no frames.
const LONGEST_FRAME_MS = 100

/** Waits until the window has been painted and could handle keys. */
export const nextFrame = async (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
