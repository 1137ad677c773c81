import { Archive, Lock, Settings, UserRound } from 'lucide-react'
import type { HTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormats } from '../../i18n/formats.ts'
import { StarButton } from '../../start-page/star-button.tsx'
import { LeaveItem } from './leave-item.tsx'
import { initialsOf } from './initials.ts'
import { itemPath, type ListedItem } from './listed-item.ts'

/** One of the colours in the styles; consecutive items differ. */
const HUES = 8

export interface ItemTileProps extends HTMLAttributes<HTMLElement> {
  readonly item: ListedItem
  readonly ref?: Ref<HTMLElement>
}

export function ItemTile({ item, ref, ...rest }: ItemTileProps) {
  const { t } = useTranslation('items')
  const { day, time } = useFormats()

  return (
    <article {...rest} ref={ref} className="tile" data-item={item.itemId}>
      <h2>
        <span className="tile-icon" data-hue={item.itemId % HUES} aria-hidden>
          {initialsOf(item.itemName)}
        </span>
        <Link href={itemPath(item)} draggable={false}>
          {item.itemName}
        </Link>
      </h2>
      {item.itemDescription && <p>{item.itemDescription}</p>}
      <footer>
        <time dateTime={new Date(item.updatedAt).toISOString()} title={time(item.updatedAt)}>
          {day(item.updatedAt)}
        </time>
        <TileMarks item={item} />
        <span className="tile-actions">
          <StarButton itemId={item.itemId} itemName={item.itemName} />
          {item.isOwner ? (
            <Link
              className="icon-button tile-setting"
              href={`/item/setting/${item.itemId}`}
              draggable={false}
              title={t('list.setting', { name: item.itemName })}
              aria-label={t('list.setting', { name: item.itemName })}
            >
              <Settings aria-hidden />
            </Link>
          ) : (
            <LeaveItem item={item} />
          )}
        </span>
      </footer>
    </article>
  )
}

function TileMarks({ item }: Pick<ItemTileProps, 'item'>) {
  const { t } = useTranslation('items')
  return (
    <>
      {item.isPrivate && (
        <span className="tile-mark">
          <Lock aria-hidden />
          {t('list.private')}
        </span>
      )}
      {item.isArchived && (
        <span className="tile-mark">
          <Archive aria-hidden />
          {t('list.archived')}
        </span>
      )}
      {!item.isOwner && (
        <span className="tile-mark">
          <UserRound aria-hidden />
          {t('list.shared')}
        </span>
      )}
    </>
  )
}
