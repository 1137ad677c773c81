import { MessageSquareHeart, ShieldCheck, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Contributed } from '../../extensions/contributed.tsx'
import { useContributions } from '../../extensions/contributions.ts'
import { headerLinks, pluginScreens } from '../../extensions/points.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { siteLook } from '../../session/site-look.ts'
import { atSite } from '#web/site-path.ts'

/** Links from the item list to screens that do not belong to one item (spec §2). */
export function HeaderLinks() {
  const { t } = useTranslation('items')
  const user = useCurrentUser()
  return (
    <>
      {/* First, as they come late: in a row that ends at the right nothing of the product moves. */}
      <Contributed point={headerLinks} with={NOTHING} failure="icon" waiting={<span className="icon-button" />} />
      <FeedbackLink label={t('header.feedback')} />
      {/* Not a link of the router, which would open it here. */}
      <a className="icon-button" href={atSite('/team/index')} target="_blank" {...named(t('header.teams'))}>
        <UsersRound aria-hidden />
      </a>
      {user?.isAdmin && (
        <Link className="icon-button" href="/admin/index" {...named(t('header.backstage'))}>
          <ShieldCheck aria-hidden />
        </Link>
      )}
    </>
  )
}

/** To where the site takes feedback, or to the screen that a plugin has for it (spec §2); nothing if there is neither. */
function FeedbackLink({ label }: { readonly label: string }) {
  const { feedback } = siteLook()
  const isTakenHere = useContributions(pluginScreens).some(({ value }) => value.path === '/item/feedback')
  const icon = <MessageSquareHeart aria-hidden />
  if (feedback !== '')
    return (
      <a className="icon-button" href={feedback} target="_blank" rel="noopener noreferrer" {...named(label)}>
        {icon}
      </a>
    )
  if (!isTakenHere) return null
  return (
    <Link className="icon-button" href="/item/feedback" {...named(label)}>
      {icon}
    </Link>
  )
}

const NOTHING = {}
const named = (label: string) => ({ title: label, 'aria-label': label })
