import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Time } from '#web/parts/time.tsx'
import { phraseOf, type Change } from './change-phrases.ts'

export interface ChangeRowProps {
  readonly change: Change
  /** The page's address if it still exists. */
  readonly pagePath: string | null
  /** Called when the reader opens the page. */
  readonly onGone: () => void
}

// Placeholder for the name, which is an element of its own in the sentence. Does not occur in names.
const NAME = '\u0000'

/** One change as a sentence, with details. */
export function ChangeRow({ change, pagePath, onGone }: ChangeRowProps) {
  const { t } = useTranslation('changes')
  const details = useChangeDetails(change)
  const sentence = t(phraseOf(change), {
    name: NAME,
    person: change.details.person ?? '',
    page: change.details.pageTitle ?? '',
    action: change.actionText,
    object: change.objectText,
  })
  const [before = '', after] = sentence.split(NAME)
  return (
    <li className="change">
      <p>
        <strong>{change.actorName}</strong> {before}
        {after !== undefined && <ObjectName name={change.objectName} path={pagePath} onGone={onGone} />}
        {after}
      </p>
      <span className="change-time">
        <Time at={change.at} />
      </span>
      {details.length > 0 && <p className="change-details">{details.join(' · ')}</p>}
    </li>
  )
}

interface ObjectNameProps {
  readonly name: string
  readonly path: string | null
  readonly onGone: () => void
}

const ObjectName = ({ name, path, onGone }: ObjectNameProps) =>
  path === null ? (
    <b>{name}</b>
  ) : (
    <Link href={path} onClick={onGone}>
      {name}
    </Link>
  )

/** The details of a change, as short phrases. */
function useChangeDetails({ action, details }: Change): readonly string[] {
  const { t } = useTranslation('changes')
  const { oldName, catalogName, role, oldRole, person, teamName, catalogs = 0, pages = 0, isAcross, aspects } = details
  const words: string[] = []
  if (person !== undefined && action !== 'transfer') words.push(person)
  if (oldName !== undefined) words.push(t('detail.oldName', { name: oldName }))
  for (const aspect of aspects ?? []) if (aspect !== 'name') words.push(t(`aspect.${aspect}`))
  if (role !== undefined) words.push(t(`role.${role}`))
  if (oldRole !== undefined) words.push(t('detail.oldRole', { role: t(`role.${oldRole}`) }))
  if (catalogName === '') words.push(t('detail.intoRoot'))
  else if (catalogName !== undefined)
    words.push(t(role === undefined ? 'detail.intoCatalog' : 'detail.limited', { name: catalogName }))
  if (catalogs > 0) words.push(t('detail.catalogs', { count: catalogs }))
  if (pages > 0) words.push(t('detail.pages', { count: pages }))
  if (isAcross) words.push(t('detail.across'))
  if (teamName !== undefined) words.push(t('detail.team', { name: teamName }))
  return words
}
