import { useState } from 'react'
import { useTemplateUtils } from './template-api.ts'

interface Wanted {
  readonly templateId: number
  /** The item it is shared to; left out for the user's own. */
  readonly itemId?: number
}

/** Loads the text of the selected template: lists contain no texts. */
export function useInsertion(onInsert: (content: string) => void) {
  const utils = useTemplateUtils()
  const [isBusy, setBusy] = useState(false)
  const insert = async (wanted: Wanted): Promise<void> => {
    setBusy(true)
    // The query cache shows errors, as for every query.
    const text = await utils.text.fetch(wanted).catch(() => null)
    setBusy(false)
    if (text) onInsert(text.templateContent)
  }
  return { isBusy, insert: (wanted: Wanted) => void insert(wanted) }
}
