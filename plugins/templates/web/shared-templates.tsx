import { useFormats } from '#web/i18n/formats.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { templateApi } from './template-api.ts'
import { TemplateRow } from './template-row.tsx'
import { useTemplateText } from './texts.ts'
import { useInsertion } from './use-insertion.ts'

interface SharedTemplatesProps {
  readonly itemId: number
  onInsert(content: string): void
}

/** The templates shared to the page's item, by others or the user. */
export function SharedTemplates({ itemId, onInsert }: SharedTemplatesProps) {
  const t = useTemplateText()
  const { day } = useFormats()
  const insertion = useInsertion(onInsert)
  // Others share and delete while this dialog is open.
  const templates = templateApi.headsOfItem.useQuery({ itemId }, { meta: { isQuiet: true }, staleTime: 0 })

  if (templates.error)
    return <ErrorState title={t('more.failed')} error={templates.error} onRetry={() => void templates.refetch()} />
  if (!templates.data) return <Skeleton lines={3} />
  if (templates.data.length === 0) return <p>{t('more.emptyShared')}</p>
  return (
    <ul className="template-list">
      {templates.data.map(({ templateId, templateTitle, username, createdAt }) => (
        <TemplateRow key={templateId} title={templateTitle} facts={t('more.by', { username, day: day(createdAt) })}>
          <WaitingButton isOff={insertion.isBusy} onClick={() => insertion.insert({ templateId, itemId })}>
            {t('more.insert')}
          </WaitingButton>
        </TemplateRow>
      ))}
    </ul>
  )
}
