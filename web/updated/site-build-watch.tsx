import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../parts/toast-store.ts'
import { useCurrentUser } from '../session/current-user.tsx'

/**
 * Says that the site was updated since this document was loaded (`site-build.ts`), until that is reloaded or the message
 * is closed. Visitors are told as well: they may have typed something in a form.
 */
export function SiteBuildWatch() {
  const { t, i18n } = useTranslation()
  const user = useCurrentUser()
  // Texts of pages are kept as drafts; not every form is, so it asks to save first.
  const say = useEffectEvent(async () => {
    // Only now: nobody needs its texts before.
    await i18n.loadNamespaces('person')
    const text = i18n.getFixedT(null, 'person')(user === null ? 'updatedForReaders' : 'updated')
    showToast(text, 'info', { label: t('action.reload'), run: () => location.reload(), isKept: true })
  })
  useEffect(() => {
    // Closed once, it is not said again of the same update; of two servers, each may have another one.
    const told = new Set<unknown>()
    const hear = (event: Event) => {
      const { detail: build } = event as CustomEvent<unknown>
      if (told.has(build)) return
      told.add(build)
      void say()
    }
    addEventListener('othersitebuild', hear)
    return () => removeEventListener('othersitebuild', hear)
  }, [])
  return null
}
