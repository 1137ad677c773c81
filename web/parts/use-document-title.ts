import { useEffect } from 'react'
import { siteLook } from '../session/site-look.ts'

/** The name of this screen in the tab and in the history of the browser. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, siteLook().name].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
