import './page-editors.css'
import { Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '#web/api/trpc.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'

/** Labels for pages being edited by somebody else, by page id. */
export type PageEditorMarks = ReadonlyMap<number, ReactNode>

export interface PageEditorsProps {
  readonly itemId: number
  /** Called when somebody starts or stops. */
  onMarks(marks: PageEditorMarks): void
}

/** Polls who is editing which page of the item while it is viewed. Renders nothing. */
export function PageEditors({ itemId, onMarks }: PageEditorsProps) {
  const { t } = useTranslation('reader')
  const me = useCurrentUser()?.username
  const { data } = api.page.locks.useQuery(
    { itemId },
    {
      // As old as an answer gets between two looks; the first one comes with the document.
      staleTime: limits.lockLookMs,
      refetchInterval: limits.lockLookMs,
      refetchOnWindowFocus: 'always',
      meta: { isQuiet: true },
    },
  )
  const tell = useEffectEvent((locks: typeof data, ownUsername: string | undefined) => {
    const others = (locks ?? []).filter(({ holderUsername }) => holderUsername !== ownUsername)
    onMarks(
      new Map(
        others.map(({ pageId, holderUsername: who }) => [
          pageId,
          <span key="editing" className="page-editing" title={t('menu.editing', { who })}>
            <Pencil aria-hidden />
            <span aria-hidden>{who}</span>
            <span className="visually-hidden">{t('menu.editing', { who })}</span>
          </span>,
        ]),
      ),
    )
  })
  useEffect(() => tell(data, me), [data, me])
  return null
}
