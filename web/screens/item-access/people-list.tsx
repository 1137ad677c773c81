import '../../parts/table.css'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { accessOperations } from '#core/rights/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { isFoundBy, PeopleFind } from '#web/people/people-find.tsx'
import { SeenItemDialog } from './seen-item-dialog.tsx'

type Participant = AnswerOf<typeof accessOperations.ofItem>['people'][number]

export interface PeopleListProps {
  readonly itemId: number
  readonly people: readonly Participant[]
}

/** Everybody with a role in the item, searchable by name. */
export function PeopleList({ itemId, people }: PeopleListProps) {
  const { t } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const [seenBy, setSeenBy] = useState<Participant | null>(null)
  const found = people.filter(({ username, name }) => isFoundBy(typed, [username, name]))

  return (
    <>
      <PeopleFind className="access-find" label={t('find')} typed={typed} onType={setTyped} />
      <p className="form-text" role="status">
        {found.length === 0 && t('empty', { filter: typed.trim() })}
      </p>
      {found.length > 0 && (
        <table className="table access-table">
          <thead>
            <tr>
              <th scope="col">{t('person')}</th>
              <th scope="col">{t('right')}</th>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('operations')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((person) => (
              <tr key={person.userId}>
                <td className="table-main">
                  {person.username}
                  {person.name !== '' && person.name !== person.username && (
                    <span className="access-name">{person.name}</span>
                  )}
                </td>
                <td>
                  <Effect person={person} />
                </td>
                <td>
                  <Sources rights={person.rights} />
                </td>
                <td className="table-actions">
                  <IconButton label={t('view.action', { name: person.username })} onClick={() => setSeenBy(person)}>
                    <Eye aria-hidden />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {seenBy && <SeenItemDialog itemId={itemId} person={seenBy} onClose={() => setSeenBy(null)} />}
    </>
  )
}

/** A person's combined rights. */
function Effect({ person: { role, catalogs } }: { readonly person: Participant }) {
  const { t } = useTranslation('access')
  return (
    <ul className="access-lines">
      {(role !== 'none' || catalogs.length === 0) && <li>{t(`role.${role}`)}</li>}
      {catalogs.map((catalog) => (
        <li key={catalog.catalogId}>{t('in', { role: t(`role.${catalog.role}`), catalog: catalog.catalogName })}</li>
      ))}
    </ul>
  )
}

/** The individual sources of these rights. */
function Sources({ rights }: Pick<Participant, 'rights'>) {
  const { t } = useTranslation('access')
  return (
    <ul className="access-lines">
      {rights.map(({ from, role, catalogId, catalogName, teamId, teamName }) => (
        <li key={`${from} ${teamId}`}>
          <span className="access-source" data-from={from}>
            {t(`from.${from}`, { team: teamName })}
          </span>
          {from !== 'owner' && (
            <span className="access-given">
              {catalogId === 0 ? t(`role.${role}`) : t('in', { role: t(`role.${role}`), catalog: catalogName })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
