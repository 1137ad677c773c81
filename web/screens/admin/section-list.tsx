import { ChevronRight, Puzzle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ShownSection } from './use-admin-sections.ts'

export interface SectionListProps {
  readonly sections: readonly ShownSection[]
  /** Null when none is shown beside it. */
  readonly chosenId: string | null
}

/** Links to the sections. */
export function SectionList({ sections, chosenId }: SectionListProps) {
  const { t } = useTranslation('admin')
  return (
    <nav className="admin-sections" aria-label={t('list.label')}>
      <ul>
        {sections.map(({ id, title, icon }) => (
          <li key={id}>
            <Link href={`/admin/${id}`} aria-current={id === chosenId ? 'page' : undefined}>
              <span className="admin-icon" aria-hidden>
                {icon ?? <Puzzle />}
              </span>
              {title}
              <ChevronRight className="admin-on" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
