import { useState } from 'react'

interface Readable {
  refetch(): Promise<{ readonly isSuccess: boolean }>
}

/**
 * The key of a form, and what is called after it was saved: it starts anew with what was read back then. A query that is
 * read again for another reason leaves the form, and what is typed in it, alone.
 */
export function useFormKey(query: Readable): readonly [number, () => void] {
  const [saves, setSaves] = useState(0)
  const renew = async (): Promise<void> => {
    if ((await query.refetch()).isSuccess) setSaves((before) => before + 1)
  }
  return [saves, () => void renew()]
}
