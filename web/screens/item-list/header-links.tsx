import { MessageSquareHeart, ShieldCheck, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Contributed } from '../../extensions/contributed.tsx'
import { headerLinks } from '../../extensions/points.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { atSite } from '#web/site-path.ts'

/** Links from the item list to screens that do not belong to one item (spec §2). */
export function HeaderLinks() {
  const { t } = useTranslation('items')
  const user = useCurrentUser()
  return (
    <>
      <Link className="icon-button" href="/item/feedback" {...named(t('header.feedback'))}>
        <MessageSquareHeart aria-hidden />
      </Link>
      {/* Not a link of the router, which would open it here. */}
      <a className="icon-button" href={atSite('/team/index')} target="_blank" {...named(t('header.teams'))}>
        <UsersRound aria-hidden />
      </a>
      <Contributed point={headerLinks} with={NOTHING} failure="icon" />
      {user?.isAdmin && (
        <Link className="icon-button" href="/admin/index" {...named(t('header.backstage'))}>
          <ShieldCheck aria-hidden />
        </Link>
      )}
    </>
  )
}

const NOTHING = {}
const named = (label: string) => ({ title: label, 'aria-label': label })
