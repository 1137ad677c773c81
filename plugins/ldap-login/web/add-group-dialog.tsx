import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { useListInDialog } from '#web/parts/use-list-in-dialog.ts'
import { GROUP_DN, isFilterText } from '../group-text.ts'
import { groupsApi } from './ldap-api.ts'
import { useLdapText } from './texts.ts'

const PAUSE_MS = 200

export interface AddGroupDialogProps {
  onAdded(): void
  onClose(): void
}

/** A group of the directory, and the team it corresponds to. */
export function AddGroupDialog({ onAdded, onClose }: AddGroupDialogProps) {
  const t = useLdapText()
  const listProps = useListInDialog()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [teamLabel, setTeamLabel] = useState('')
  // The field also shows the chosen team, which is not a search.
  const found = groupsApi.findTeams.useQuery({ text: text === teamLabel ? '' : text }, { meta: { isQuiet: true } })
  const add = groupsApi.add.useMutation({ meta: { isQuiet: 'whileShown' }, onSuccess: onAdded })
  const form = useForm({
    initialValues: { group: '', teamId: null as string | null },
    validate: {
      group: (group) => (isGroup(group.trim()) ? null : t('groups.wrongGroup')),
      teamId: (teamId) => (teamId === null ? t('groups.teamMissing') : null),
    },
  })
  const offered = (found.data?.teams ?? []).map(({ teamId, teamName, ownerUsername }) => ({
    value: String(teamId),
    label: `${teamName} (${ownerUsername})`,
  }))
  const { teamId } = form.values
  const isChosenAway = teamId !== null && offered.every(({ value }) => value !== teamId)

  return (
    <FormDialog
      title={t('groups.add')}
      action={t('groups.addAction')}
      text={[t('groups.addText')]}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={form.onSubmit(({ group }) => add.mutate({ group: group.trim(), teamId: Number(teamId) }))}
      onClose={onClose}
    >
      <TextInput
        label={t('groups.group')}
        description={t('groups.groupHint')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1_000}
        {...form.getInputProps('group')}
      />
      <Select
        label={t('groups.team')}
        description={t('groups.teamHint')}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        data={[...(isChosenAway ? [{ value: teamId, label: teamLabel }] : []), ...offered]}
        // The server has filtered already.
        filter={({ options }) => options}
        nothingFoundMessage={found.isFetching ? t('groups.searching') : t('groups.noTeam')}
        {...listProps}
        value={teamId}
        onChange={(chosen, option) => {
          form.setFieldValue('teamId', chosen)
          setTeamLabel(option?.label ?? '')
        }}
        error={form.errors['teamId']}
      />
    </FormDialog>
  )
}

/** The content of a filter is checked by the server as well. */
const isGroup = (group: string): boolean => (isFilterText(group) ? group.endsWith(')') : GROUP_DN.test(group))
