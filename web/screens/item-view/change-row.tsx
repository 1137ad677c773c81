import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Time } from '#web/parts/time.tsx'
import { phraseOf, type Change } from './change-phrases.ts'
import { useChangeDetails } from './use-change-details.ts'

export interface ChangeRowProps {
  readonly change: Change
  /** The page's address while it is there. */
  readonly pagePath: string | null
  /** The reader goes to the page. */
  readonly onGone: () => void
}

// Stands for the name while the sentence is made, because the name is an element of its own. No name has such a character.
const NAME = '\u0000'

/** One change as a sentence, with what there is to add. */
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
