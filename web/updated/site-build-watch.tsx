import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../parts/toast-store.ts'

/** People may go on writing for as long as they like. */
const AGAIN_AFTER_MS = 10 * 60_000

/** Says that the site was updated since this document was loaded, now and then, until that is reloaded (`site-build.ts`). */
export function SiteBuildWatch() {
  const { t, i18n } = useTranslation()
  // Texts of pages are kept as drafts; not every form is, so it asks to save first.
  const say = useEffectEvent(async () => {
    // Only now: nobody needs its texts before.
    await i18n.loadNamespaces('person')
    const text = i18n.getFixedT(null, 'person')('updated')
    showToast(text, 'info', { label: t('action.reload'), run: () => location.reload() })
  })
  useEffect(() => {
    let [saidAt, saidOf]: [number, unknown] = [-Infinity, null]
    const hear = (event: Event) => {
      const { detail: build } = event as CustomEvent<unknown>
      if (build === saidOf && performance.now() - saidAt < AGAIN_AFTER_MS) return
      ;[saidAt, saidOf] = [performance.now(), build]
      void say()
    }
    addEventListener('othersitebuild', hear)
    return () => removeEventListener('othersitebuild', hear)
  }, [])
  return null
}
