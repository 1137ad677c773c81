import './members-tab.css'
import { Globe, KeyRound } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ItemTeams } from './item-teams.tsx'
import { MemberSection } from './member-section.tsx'
import type { MembersTabProps } from './members-tab-props.ts'

/** People with access to the item, as members or through teams. */
export const MembersTab = (props: MembersTabProps) => (
  // Its texts are loaded when it is first opened; the tabs stay meanwhile.
  <Suspense fallback={<Skeleton lines={6} />}>
    <Members {...props} />
  </Suspense>
)

function Members({ item }: MembersTabProps) {
  const { t } = useTranslation('members')
  return (
    <div className="members-tab">
      {item.isArchived && <p className="form-text">{t('archived')}</p>}
      {item.password === '' && (
        <p className="members-note">
          <Globe aria-hidden />
          {t('open')}
        </p>
      )}
      <div>
        <ButtonLink href={`/item/access/${item.itemId}`}>
          <KeyRound aria-hidden />
          {t('access')}
        </ButtonLink>
      </div>
      <MemberSection item={item} />
      <ItemTeams item={item} />
    </div>
  )
}
