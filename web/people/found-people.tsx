import './found-people.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { Button } from '../parts/button.tsx'
import { isFoundBy, PeopleFind } from './people-find.tsx'

const FEW = 10

export interface FoundPeopleProps<P> {
  readonly people: readonly P[]
  /** The searchable text of a person. */
  namesOf(person: P): readonly string[]
  children(shown: readonly P[]): ReactNode
}

/** People in the given order; long lists are paged, with a search box for all of them. */
export function FoundPeople<P>({ people, namesOf, children }: FoundPeopleProps<P>) {
  const { t } = useTranslation('members')
  const [typed, setTyped] = useState('')
  const [count, setCount] = useState<number>(limits.membersShown)
  const matching = people.filter((person) => isFoundBy(typed, namesOf(person)))

  return (
    <>
      {people.length > FEW && <PeopleFind className="people-find" label={t('find')} typed={typed} onType={setTyped} />}
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
