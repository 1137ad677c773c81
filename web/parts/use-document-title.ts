import { useEffect } from 'react'
import { siteLook } from '../session/site-look.ts'

/** Sets the document title. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, siteLook().name].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
