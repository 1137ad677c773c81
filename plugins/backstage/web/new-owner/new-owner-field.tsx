import { TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import type { NewOwner } from './use-new-owner.ts'

export interface NewOwnerFieldProps {
  readonly label: string
  readonly owner: NewOwner
  readonly fieldRef?: RefObject<HTMLInputElement | null>
}

/** The field of `useNewOwner`. */
export function NewOwnerField({ label, owner: { typed, problem, type }, fieldRef }: NewOwnerFieldProps) {
  return (
    <TextInput
      {...(fieldRef && { ref: fieldRef })}
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      error={problem}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  )
}
