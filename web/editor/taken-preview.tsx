import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/api/trpc.ts'
import { ownName } from '../session/own-names.ts'
import { PREVIEW_KEPT_HERE } from './use-kept-preview.ts'

/** Takes the choice that this browser kept, when accounts did not keep it yet, over to the account of the person. */
export function TakenPreview() {
  const cache = api.useUtils()
  const { mutate } = api.account.choosePreferences.useMutation({
    // It is tried again in the next document.
    meta: { isQuiet: true },
    onSuccess() {
      localStorage.removeItem(ownName(PREVIEW_KEPT_HERE))
      void cache.account.me.invalidate()
    },
  })
  const take = useEffectEvent(() => {
    if (isKeptHere()) mutate({ keepsPreview: true })
  })
  useEffect(() => take(), [])
  return null
}

function isKeptHere(): boolean {
  try {
    return localStorage.getItem(ownName(PREVIEW_KEPT_HERE)) !== null
  } catch {
    return false
  }
}
