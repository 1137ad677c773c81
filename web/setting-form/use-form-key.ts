import { useState } from 'react'

interface Readable {
  refetch(): Promise<{ readonly isSuccess: boolean }>
}

/**
 * The key of a form, and what is called after it was saved: it starts anew with what was read back then, unless
 * something else has been typed since, which `isAsSent` tells. A query that is read again for another reason leaves the
 * form, and what is typed in it, alone.
 */
export function useFormKey(query: Readable): readonly [number, (isAsSent?: () => boolean) => void] {
  const [saves, setSaves] = useState(0)
  const renew = async (isAsSent: () => boolean): Promise<void> => {
    if ((await query.refetch()).isSuccess && isAsSent()) setSaves((before) => before + 1)
  }
  return [saves, (isAsSent = () => true) => void renew(isAsSent)]
}
