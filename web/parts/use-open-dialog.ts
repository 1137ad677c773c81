import { useState } from 'react'

/** The dialog of a screen that is open. */
export interface OpenDialog<About> {
  /** What it is about; null while none is open. */
  readonly about: About | null
  open(about: About): void
  /**
   * Closes the dialog that is shown now, and none that is opened later. For an answer it is taken when the request is
   * sent, as in `mutate(input, { onSettled: close })`: the options of a mutation are those of the newest render.
   */
  close(): void
}

/**
 * A dialog can be closed while its request is under way, and another one opened. When the answer arrives, only its own
 * dialog may close: something may have been typed in the other one.
 */
export function useOpenDialog<About>(): OpenDialog<About> {
  const [shown, setShown] = useState<{ readonly about: About } | null>(null)
  return {
    about: shown && shown.about,
    open: (about) => setShown({ about }),
    close: () => setShown((now) => (now === shown ? null : now)),
  }
}
