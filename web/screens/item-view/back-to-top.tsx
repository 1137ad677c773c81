import { ArrowUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'

const SHOWN_BELOW_PX = 600

/** Also checks the scroll position when mounted: the user may have scrolled before it was loaded. */
export function BackToTop() {
  const { t } = useTranslation('reader')
  const isShown = useSyncExternalStore(onScroll, isFarDown, () => false)
  if (!isShown) return null
  return (
    <IconButton
      className="back-to-top"
      label={t('page.backToTop')}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp />
    </IconButton>
  )
}

function onScroll(follow: () => void): () => void {
  addEventListener('scroll', follow, { passive: true })
  return () => removeEventListener('scroll', follow)
}

const isFarDown = (): boolean => scrollY > SHOWN_BELOW_PX
