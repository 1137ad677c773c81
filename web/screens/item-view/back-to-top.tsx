import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'

const SHOWN_BELOW_PX = 600

export function BackToTop() {
  const { t } = useTranslation('reader')
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const follow = () => setShown(scrollY > SHOWN_BELOW_PX)
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
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
