import { Star } from 'lucide-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { StarsContext } from './stars-context.ts'

export interface StarButtonProps {
  readonly itemId: number
  readonly itemName: string
}

/** Stars or unstars an item in the item list. */
export function StarButton({ itemId, itemName: name }: StarButtonProps) {
  const { t } = useTranslation('start')
  const handle = use(StarsContext)
  if (!handle?.stars) return null
  const { has, toggle } = handle
  const isStarred = has({ itemId })
  const label = t(isStarred ? 'star.removeItem' : 'star.addItem', { name })
  return (
    <button
      type="button"
      className="icon-button tile-star"
      data-starred={isStarred || undefined}
      title={label}
      aria-label={label}
      onClick={() => toggle({ itemId })}
    >
      <Star aria-hidden />
    </button>
  )
}
