import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem } from '#web/parts/menu.tsx'
import { useStars } from './use-stars.ts'

/** Stars or unstars the current page; an entry of its menu. */
export function StarAction({ pageId }: { readonly pageId: number }) {
  const { t } = useTranslation('start')
  const { has, toggle } = useStars()
  return (
    <MenuItem icon={<Star />} onChoose={() => toggle({ pageId })}>
      {t(has({ pageId }) ? 'star.removePage' : 'star.addPage')}
    </MenuItem>
  )
}
