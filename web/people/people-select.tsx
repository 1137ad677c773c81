import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../api/trpc.ts'
import { useListInDialog } from '../parts/use-list-in-dialog.ts'

const PAUSE_MS = 200

export interface PeopleSelectProps {
  readonly label: string
  /** The usernames chosen so far. */
  readonly value: readonly string[]
  /** Usernames to exclude. */
  readonly left?: readonly string[]
  readonly error?: string | undefined
  onChange(usernames: readonly string[]): void
}

/** Selects people with accounts by typing a username or name. */
export function PeopleSelect({ label, value, left = [], error, onChange }: PeopleSelectProps) {
  const { t } = useTranslation('members')
  const [typed, setTyped] = useState('')
  const list = useListInDialog()
  const wanted = typed.trim()
  const [username] = useDebouncedValue(wanted, PAUSE_MS)
  const found = api.account.listUsers.useQuery({ username }, { enabled: username !== '' })
  const isWaiting = wanted !== username || found.isFetching
  const offered = (wanted === '' ? [] : (found.data ?? [])).filter((person) => !left.includes(person.username))
  const chosen = value.filter((name) => !offered.some((person) => person.username === name))
  const isNobody = !isWaiting && wanted !== '' && offered.every((person) => value.includes(person.username))
  const hint = isWaiting ? 'people.searching' : isNobody ? 'people.nobody' : 'people.type'

  return (
    <MultiSelect
      label={label}
      data={[
        ...offered.map(({ username: name, name: shown }) => ({
          value: name,
          label: shown ? `${name} (${shown})` : name,
        })),
        ...chosen,
      ]}
      // The server has searched already.
      filter={({ options }) => options.filter((option) => 'value' in option && !value.includes(String(option.value)))}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      maxValues={limits.usernamesAtOnce}
      // Not in the list itself, which may only contain people.
      description={<span aria-live="polite">{t(hint)}</span>}
      {...list}
      error={error}
    />
  )
}
