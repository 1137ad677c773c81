import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { useKeptFocus } from '../../parts/use-kept-focus.ts'
import type { OpenDialog } from './catalog-dialogs.tsx'
import { CatalogRow } from './catalog-row.tsx'
import {
  findPlace,
  movedTo,
  stepped,
  type CatalogBranch,
  type MoveResult,
  type TreeStep,
} from '#web/catalog/catalog-tree.ts'
import type { DropZone } from './use-catalog-drag.ts'
import { useSaveTree } from '#web/catalog/use-catalog-tree.ts'
import { useLimitedPeople } from '#web/catalog/use-limited-people.ts'

const STEPS: Readonly<Record<string, TreeStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

export interface CatalogListProps {
  readonly itemId: number
  readonly tree: readonly CatalogBranch[]
  readonly mayEdit: boolean
  onOpen(dialog: OpenDialog): void
}

/** The tree as nested lists whose rows can be dragged, or moved with Alt and an arrow key. */
export function CatalogList({ itemId, tree, mayEdit, onOpen }: CatalogListProps) {
  const { t } = useTranslation('catalog')
  const place = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const keepFocus = useKeptFocus(place)
  const saveTree = useSaveTree(itemId)
  const limitedPeople = useLimitedPeople(itemId)
  const [doubtful, setDoubtful] = useState<DoubtfulMove | null>(null)

  const settle = (catalogId: number, result: MoveResult) => {
    if (result === 'tooDeep') showToast(t('catalog.tooDeep'), 'info')
    if (typeof result === 'string') return
    const name = findPlace(tree, catalogId)?.branch.catalogName ?? ''
    const count = leavesFirstLevel(tree, result, catalogId) ? limitedPeople(catalogId) : 0
    if (count > 0) setDoubtful({ catalogId, name, count, result })
    else rearrange(catalogId, result)
  }
  const rearrange = (catalogId: number, result: readonly CatalogBranch[]) => {
    keepFocus(`[data-catalog="${catalogId}"] .catalog-name`)
    const at = findPlace(result, catalogId)
    if (at) {
      const { level, index, count } = at
      setSaid(t('catalog.moved', { name: at.branch.catalogName, level, position: index + 1, count }))
    }
    saveTree(result, () => showToast(t('catalog.saved')))
  }
  const onKeyDown = (event: KeyboardEvent, catalogId: number) => {
    const step = event.altKey && mayEdit ? STEPS[event.key] : undefined
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    settle(catalogId, stepped(tree, catalogId, step))
  }
  const onDrop = (draggedId: number, targetId: number, zone: DropZone) =>
    settle(draggedId, dropped(tree, draggedId, targetId, zone))

  const branches = (nodes: readonly CatalogBranch[], level: number) => (
    <ul>
      {nodes.map((branch) => (
        <li key={branch.catalogId}>
          <CatalogRow
            itemId={itemId}
            branch={branch}
            level={level}
            mayEdit={mayEdit}
            onOpen={onOpen}
            onDrop={onDrop}
            onKeyDown={onKeyDown}
          />
          {branch.sub.length > 0 && branches(branch.sub, level + 1)}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {mayEdit && <p className="catalog-hint">{t('catalog.hint')}</p>}
      <div className="catalog-tree" ref={place}>
        {branches(tree, 1)}
      </div>
      <output className="visually-hidden">{said}</output>
      {doubtful && (
        <ConfirmDialog
          title={t('catalog.limits.title', { name: doubtful.name })}
          text={t('catalog.limits.below', { name: doubtful.name, count: doubtful.count })}
          action={t('catalog.limits.action')}
          isDangerous
          onConfirm={() => {
            setDoubtful(null)
            rearrange(doubtful.catalogId, doubtful.result)
          }}
          onClose={() => setDoubtful(null)}
        />
      )}
    </>
  )
}

/** A move that invalidates the rights of some people. */
interface DoubtfulMove {
  readonly catalogId: number
  readonly name: string
  /** How many people. */
  readonly count: number
  readonly result: readonly CatalogBranch[]
}

const leavesFirstLevel = (
  before: readonly CatalogBranch[],
  after: readonly CatalogBranch[],
  catalogId: number,
): boolean => findPlace(before, catalogId)?.level === 1 && findPlace(after, catalogId)?.level !== 1

function dropped(tree: readonly CatalogBranch[], draggedId: number, targetId: number, zone: DropZone): MoveResult {
  const target = findPlace(tree, targetId)
  const from = findPlace(tree, draggedId)
  if (!target || !from) return 'noPlace'
  if (zone === 'inside') {
    const count = target.branch.sub.filter(({ catalogId }) => catalogId !== draggedId).length
    return movedTo(tree, draggedId, { parentId: targetId, index: count })
  }
  // The index does not count the dragged catalog, which may have been before the target.
  const isBefore = from.parentId === target.parentId && from.index < target.index
  const index = target.index - (isBefore ? 1 : 0) + (zone === 'after' ? 1 : 0)
  return movedTo(tree, draggedId, { parentId: target.parentId, index })
}
