import { useEffect } from 'react'

/** The name of this screen in the tab and in the history of the browser. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, 'Octavo'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
