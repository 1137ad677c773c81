import './admin-console.css'
import { useMediaQuery } from '@mantine/hooks'
import { Blocks, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePluginsAreSettled } from '../../extensions/contributions.ts'
import { Slot } from '../../extensions/slot.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { SectionList } from './section-list.tsx'
import { useAdminSections, type ShownSection } from './use-admin-sections.ts'

export interface AdminConsoleProps {
  /** The section in the address; null when there is none. */
  readonly wanted: string | null
}

/**
 * The contributed sections, and the selected one. Where there is space for only one of the two, the list is shown
 * first. This component does not depend on the sections' content.
 */
export function AdminConsole({ wanted }: AdminConsoleProps) {
  const { t } = useTranslation(['admin', 'items', 'common'])
  const isNarrow = useMediaQuery('(max-width: 799px)', undefined, { getInitialValueInEffect: false })
  const sections = useAdminSections()
  const areSettled = usePluginsAreSettled()
  const first = isNarrow ? undefined : sections[0]
  const chosen = wanted === null ? first : sections.find(({ id }) => id === wanted)
  const hasList = !isNarrow || wanted === null
  const back = hasList
    ? { href: '/item/index', label: t('common:nav.myItems') }
    : { href: '/admin/index', label: t('title') }

  return (
    <WorkFrame
      title={hasList ? t('title') : (chosen?.title ?? t('title'))}
      place={placeOf(hasList, chosen)}
      back={back}
      width="widest"
    >
      {!areSettled && <Skeleton lines={6} />}
      {areSettled && sections.length === 0 && (
        <EmptyState icon={<Blocks />} title={t('none.title')} text={t('none.text')} />
      )}
      {sections.length > 0 && (
        <div className="admin">
          {hasList && <SectionList sections={sections} chosenId={chosen?.id ?? null} />}
          {chosen && <Section key={chosen.id} section={chosen} hasHeading={hasList} />}
          {areSettled && !chosen && wanted !== null && (
            <EmptyState icon={<SearchX />} title={t('unknown.title')} text={t('unknown.text')} />
          )}
        </div>
      )}
    </WorkFrame>
  )
}

/** In the header and the document title, unless it is the heading of the screen. */
const placeOf = (hasList: boolean, chosen: ShownSection | undefined): string | undefined =>
  hasList ? chosen?.title : undefined

interface SectionProps {
  readonly section: ShownSection
  /** Used if the heading of the screen differs. */
  readonly hasHeading: boolean
}

function Section({ section: { pluginId, title, Component }, hasHeading }: SectionProps) {
  return (
    <section className="admin-section" aria-label={title}>
      {hasHeading && <h2>{title}</h2>}
      <Slot pluginId={pluginId} waiting={<Skeleton lines={6} />}>
        <Component />
      </Slot>
    </section>
  )
}
