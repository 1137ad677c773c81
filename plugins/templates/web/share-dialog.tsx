import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { templateApi, useTemplateUtils, type OwnTemplate } from './template-api.ts'
import { useTemplateText } from './texts.ts'

interface ShareDialogProps {
  readonly template: OwnTemplate
  onClose(): void
}

/** Chooses the items in which a template is shown. */
export function ShareDialog({ template, onClose }: ShareDialogProps) {
  const { t: common } = useTranslation()
  const t = useTemplateText()
  const utils = useTemplateUtils()
  const items = api.item.list.useQuery({})
  const [chosen, setChosen] = useState(() => template.shareItem.map(({ itemId }) => itemId))
  const share = templateApi.share.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      await utils.invalidate()
      showToast(t('share.done'), 'ok')
      onClose()
    },
  })
  const editable = items.data?.filter(({ canEdit }) => canEdit) ?? []
  return (
    <Dialog
      title={t('share.title', { title: template.templateTitle })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <WaitingButton
            look="primary"
            isOff={share.isPending || !items.data}
            onClick={() => share.mutate({ templateId: template.id, itemIds: chosen })}
          >
            {t('share.action')}
          </WaitingButton>
        </>
      }
    >
      <FormAlert error={share.error ?? items.error} />
      <p>{t('share.text')}</p>
      {items.data && editable.length === 0 && <p>{t('share.none')}</p>}
      <div className="template-items">
        {editable.map(({ itemId, itemName }) => (
          <Checkbox
            key={itemId}
            label={itemName}
            checked={chosen.includes(itemId)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, itemId] : chosen.filter((each) => each !== itemId))
            }
          />
        ))}
      </div>
    </Dialog>
  )
}
