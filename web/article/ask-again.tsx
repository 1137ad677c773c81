import { useEffect } from 'react'
import { api } from '#web/api/trpc.ts'

export interface AskAgainProps {
  readonly pageId: number
  /** The key of the link, if the page is read by link. */
  readonly uniqueKey: string | undefined
}

const EVERY_MS = 4_000

/** Asks for a page again and again, until it has been prepared and this part is gone. */
export function AskAgain({ pageId, uniqueKey }: AskAgainProps) {
  const { page } = api.useUtils()
  useEffect(() => {
    const ask = () =>
      uniqueKey === undefined
        ? page.view.invalidate({ pageId }, {}, { cancelRefetch: false })
        : page.viewByKey.invalidate({ uniqueKey }, {}, { cancelRefetch: false })
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => clearInterval(timer)
  }, [page, pageId, uniqueKey])
  return null
}
