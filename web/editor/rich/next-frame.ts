// A window in the background has no frames.
const LONGEST_FRAME_MS = 100

/** Until the window has been drawn, and could take keys. */
export const nextFrame = async (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
