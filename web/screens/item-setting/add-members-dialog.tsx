import { NativeSelect, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormAlert } from '../../parts/form-alert.tsx'
import { PeopleSelect } from '#web/people/people-select.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useCurrentUser } from '../../session/current-user.tsx'
import { CatalogOptions } from './catalog-options.tsx'
import type { MembersTabProps } from './members-tab-props.ts'
import { ROLES, useFirstCatalogs, type MemberRole, type ShownMember } from './shown-member.ts'

export interface AddMembersDialogProps extends MembersTabProps {
  readonly members: readonly ShownMember[]
  onClose(): void
}

interface Wish {
  readonly people: readonly string[]
  readonly role: MemberRole
  /** 0 for the whole item. */
  readonly catalogId: number
}

/** Gives several people the same right; only roles below manager can be limited to a catalog. */
export function AddMembersDialog({ item: { itemId, isOwner }, members, onClose }: AddMembersDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const formId = useId()
  const cache = api.useUtils()
  const user = useCurrentUser()
  const catalogs = useFirstCatalogs(itemId)
  const form = useForm<Wish>({
    initialValues: { people: [], role: 'editor', catalogId: 0 },
    validate: { people: (people) => (people.length === 0 ? t('add.required') : null) },
  })
  const { people, role, catalogId } = form.values
  const add = api.member.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('add.done'))
      onClose()
      await cache.member.invalidate()
    },
  })
  const own = isOwner && user ? [user.username] : []

  return (
    <Dialog
      title={t('add.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <WaitingButton type="submit" form={formId} look="primary" isOff={add.isPending}>
            {t('add.action')}
          </WaitingButton>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit(() =>
          add.mutate({ itemId, username: [...people], role, catalogId: role === 'manager' ? 0 : catalogId }),
        )}
      >
        <FormAlert error={add.error} />
        <PeopleSelect
          label={t('add.people')}
          value={people}
          left={[...members.map(({ username }) => username), ...own]}
          error={typeof form.errors['people'] === 'string' ? form.errors['people'] : undefined}
          onChange={(chosen) => form.setFieldValue('people', chosen)}
        />
        <Radio.Group label={t('column.role')} value={role} onChange={(value) => form.setFieldValue('role', value)}>
          <div className="choice-cards role-cards">
            {ROLES.map((value) => (
              <Radio key={value} value={value} label={t(`role.${value}`)} description={t(`roleHint.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        {role !== 'manager' && (
          <NativeSelect
            label={t('column.catalog')}
            description={t('add.catalogHint')}
            value={catalogId}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('catalogId', Number(value))}
          >
            <CatalogOptions catalogs={catalogs} />
          </NativeSelect>
        )}
      </form>
    </Dialog>
  )
}
