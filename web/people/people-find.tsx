import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { limits } from '#core/limits.ts'

export interface PeopleFindProps {
  readonly className: string
  readonly label: string
  readonly typed: string
  onType(typed: string): void
}

/** The search box of a list of people. */
export function PeopleFind({ className, label, typed, onType }: PeopleFindProps) {
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={15} aria-hidden />}
      maxLength={limits.keywordLength}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** Whether one of somebody's names contains the text, case-insensitive. */
export const isFoundBy = (typed: string, names: readonly string[]): boolean =>
  names.join('\n').toLowerCase().includes(typed.trim().toLowerCase())
