import { NativeSelect } from '@mantine/core'
import { Pager } from '#web/parts/pager.tsx'
import { useBackstageText } from './texts.ts'
import type { ListedPages } from './use-listed-pages.ts'

const COUNTS = [7, 20, 50, 100] as const

export interface ListFootProps {
  readonly pages: ListedPages
  readonly total: number
}

/** Pages through a list, and shows how much of it is displayed at once. */
export function ListFoot({ pages: { page, count, setPage, setCount }, total }: ListFootProps) {
  const t = useBackstageText()
  if (total <= COUNTS[0]) return null
  return (
    <div className="list-foot">
      <NativeSelect
        label={t('list.count')}
        data={COUNTS.map(String)}
        value={String(count)}
        onChange={({ currentTarget: { value } }) => setCount(Number(value))}
      />
      <Pager page={page} total={total} perPage={count} onChange={setPage} />
    </div>
  )
}
