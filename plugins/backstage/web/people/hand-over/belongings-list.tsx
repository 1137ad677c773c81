import './hand-over.css'
import '#web/parts/table.css'
import { ListFoot } from '../../list-foot.tsx'
import { useBackstageText } from '../../texts.ts'
import type { ListedPages } from '../../use-listed-pages.ts'
import type { Belongings } from './use-belongings.ts'

export interface BelongingsListProps {
  readonly owned: Belongings
  readonly pages: ListedPages
}

/** Everything a person owns, page by page. */
export function BelongingsList({ owned: { list, total, besides }, pages }: BelongingsListProps) {
  const t = useBackstageText()
  const nameOf = (kind: string): string =>
    kind === 'team' || kind === 'item'
      ? t(`people.handOver.${kind}`)
      : (besides.find((each) => each.kind === kind)?.one ?? kind)
  return (
    <>
      <p>{t('people.handOver.total', { total })}</p>
      <ul className="belongings">
        {list.map(({ kind, id, name }) => (
          <li key={`${kind}${id}`}>
            <span>{name}</span> <span className="table-note">{nameOf(kind)}</span>
          </li>
        ))}
      </ul>
      <ListFoot pages={pages} total={total} />
    </>
  )
}
