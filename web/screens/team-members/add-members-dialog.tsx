import { Radio } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PeopleSelect } from '#web/people/people-select.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { useMembersChanged } from './use-members-changed.ts'

const ROLES = ['member', 'admin'] as const

export interface AddMembersDialogProps {
  readonly teamId: number
  /** Usernames of existing members of the team. */
  readonly present: readonly string[]
  onClose(): void
}

/** Adds several people, all with the same role. */
export function AddMembersDialog({ teamId, present, onClose }: AddMembersDialogProps) {
  const { t } = useTranslation('teams')
  const [people, setPeople] = useState<readonly string[]>([])
  const [role, setRole] = useState<(typeof ROLES)[number]>('member')
  const [isNobodyChosen, setNobodyChosen] = useState(false)
  const changed = useMembersChanged(teamId)
  const add = api.teamMember.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('members.add.done'))
      onClose()
      await changed()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setNobodyChosen(people.length === 0)
    if (people.length > 0) add.mutate({ teamId, memberUsername: [...people], role })
  }

  return (
    <FormDialog
      title={t('members.add.title')}
      action={t('members.action.add')}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={send}
      onClose={onClose}
    >
      <PeopleSelect
        label={t('members.add.field')}
        value={people}
        left={present}
        error={isNobodyChosen && people.length === 0 ? t('members.add.required') : undefined}
        onChange={setPeople}
      />
      <Radio.Group
        label={t('members.add.role')}
        value={role}
        onChange={(value) => setRole(ROLES.find((each) => each === value) ?? 'member')}
      >
        <div className="choice-cards">
          {ROLES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`members.role.${value}`)}
              description={t(`members.add.roleHint.${value}`)}
            />
          ))}
        </div>
      </Radio.Group>
    </FormDialog>
  )
}
