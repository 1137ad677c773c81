import './found-people.css'
import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { Button } from './button.tsx'

const FEW = 10

export interface FoundPeopleProps<P> {
  readonly people: readonly P[]
  /** What somebody is found by. */
  namesOf(person: P): readonly string[]
  children(shown: readonly P[]): ReactNode
}

/** People in the order given; many are shown in parts, with a box to find one among all of them. */
export function FoundPeople<P>({ people, namesOf, children }: FoundPeopleProps<P>) {
  const { t } = useTranslation('members')
  const [typed, setTyped] = useState('')
  const [count, setCount] = useState<number>(limits.membersShown)
  const wanted = typed.trim().toLowerCase()
  const matching = people.filter((person) => namesOf(person).join('\n').toLowerCase().includes(wanted))

  return (
    <>
      {people.length > FEW && (
        <TextInput
          className="people-find"
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<Search size={15} aria-hidden />}
          maxLength={limits.keywordLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {matching.length === 0 ? (
        <p className="form-text">{t('noMatch', { filter: typed.trim() })}</p>
      ) : (
        children(matching.slice(0, count))
      )}
      {matching.length > count && (
        <Button onClick={() => setCount(count + limits.membersShown)}>
          {t('more', { count: matching.length - count })}
        </Button>
      )}
    </>
  )
}
