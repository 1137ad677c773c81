import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { templateApi, useTemplateUtils, type OwnTemplate } from './template-api.ts'
import { TemplateRow } from './template-row.tsx'
import { useTemplateText } from './texts.ts'
import { useInsertion } from './use-insertion.ts'

interface OwnTemplatesProps {
  onInsert(content: string): void
}

/** The user's own templates: insert, share, delete. */
export function OwnTemplates({ onInsert }: OwnTemplatesProps) {
  const t = useTemplateText()
  const { day } = useFormats()
  const insertion = useInsertion(onInsert)
  const templates = templateApi.heads.useQuery({}, { meta: { isQuiet: true } })
  const [shared, setShared] = useState<OwnTemplate | null>(null)
  const [doomed, setDoomed] = useState<OwnTemplate | null>(null)

  if (templates.error)
    return <ErrorState title={t('more.failed')} error={templates.error} onRetry={() => void templates.refetch()} />
  if (!templates.data) return <Skeleton lines={3} />
  if (templates.data.length === 0) return <p>{t('more.emptyMine')}</p>
  return (
    <>
      <ul className="template-list">
        {templates.data.map((template) => (
          <TemplateRow
            key={template.id}
            title={template.templateTitle}
            facts={[
              day(template.createdAt),
              ...(template.shareItemCount > 0 ? [t('more.sharedWith', { count: template.shareItemCount })] : []),
            ].join(' · ')}
          >
            <WaitingButton isOff={insertion.isBusy} onClick={() => insertion.insert({ templateId: template.id })}>
              {t('more.insert')}
            </WaitingButton>
            <Button onClick={() => setShared(template)}>{t('more.share')}</Button>
            <Button look="quiet" onClick={() => setDoomed(template)}>
              {t('more.delete')}
            </Button>
          </TemplateRow>
        ))}
      </ul>
      {shared && <ShareDialog template={shared} onClose={() => setShared(null)} />}
      {doomed && <DeleteDialog template={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

interface DeleteDialogProps {
  readonly template: OwnTemplate
  onClose(): void
}

function DeleteDialog({ template, onClose }: DeleteDialogProps) {
  const t = useTemplateText()
  const { i18n } = useTranslation()
  const utils = useTemplateUtils()
  const remove = templateApi.delete.useMutation({
    onSuccess: async () => {
      await utils.invalidate()
      showToast(t('delete.done'), 'ok')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      key={i18n.language}
      title={t('delete.title')}
      text={t('delete.text', { title: template.templateTitle })}
      action={t('delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: template.id })}
      onClose={onClose}
    />
  )
}
