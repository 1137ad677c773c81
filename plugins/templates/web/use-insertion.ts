import { useState } from 'react'
import { useTemplateUtils } from './template-api.ts'

interface Wanted {
  readonly templateId: number
  /** Through which it is shared; left out for one's own. */
  readonly itemId?: number
}

/** Fetches the text of the template that was chosen: lists come without texts. */
export function useInsertion(onInsert: (content: string) => void) {
  const utils = useTemplateUtils()
  const [isBusy, setBusy] = useState(false)
  const insert = async (wanted: Wanted): Promise<void> => {
    setBusy(true)
    // A failure is told by the cache, as that of every query.
    const text = await utils.text.fetch(wanted).catch(() => null)
    setBusy(false)
    if (text) onInsert(text.templateContent)
  }
  return { isBusy, insert: (wanted: Wanted) => void insert(wanted) }
}
