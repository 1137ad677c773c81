import { Radio, Select } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { problemsOf, valuesOf, type FieldProblems, type FieldValues } from '#web/setting-form/shown-field.ts'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { catalogsIn, titleOf, type ShownItem } from './item-parts.ts'
import { printPath } from './part-address.ts'
import { useExportText } from './texts.ts'
import { useDrawings } from './use-drawings.ts'

type ShownFormat = AnswerOf<CoreOperations['export']['formats']>['formats'][number]
type Part = ShownFormat['parts'][number]

export interface ExportFormProps {
  readonly item: ShownItem
  /** The page the user came from; 0 for none. */
  readonly pageId: number
  /** The catalog the user came from; 0 for none. */
  readonly catalogId: number
  readonly formats: readonly ShownFormat[]
}

/** Asks for format and part, and starts a task that writes the file. */
export function ExportForm({ item, pageId, catalogId: fromCatalogId, formats }: ExportFormProps) {
  const t = useExportText()
  const prefix = useId()
  const [formatId, setFormatId] = useState(() => likelyFormat(formats, item)?.id ?? '')
  const format = formats.find(({ id }) => id === formatId)
  const parts = usePossibleParts(item, pageId, format)
  const catalogs = catalogsIn(item.menu)
  const from = catalogs.find((each) => each.catalogId === fromCatalogId)
  const [wantedPart, setPart] = useState<Part | null>(from ? 'catalog' : null)
  const [catalogId, setCatalogId] = useState(from ? String(from.catalogId) : null)
  const [isCatalogMissing, setCatalogMissing] = useState(false)
  const [chosen, setChosen] = useState<FieldValues>({})
  const [problems, setProblems] = useState<FieldProblems>({})
  const start = api.export.start.useMutation({ meta: { isQuiet: true } })
  const drawings = useDrawings()
  const part = parts.find(({ id }) => id === wantedPart)?.id ?? parts[0]?.id
  const values = { ...valuesOf(format?.options ?? []), ...chosen }

  const chooseFormat = (id: string) => {
    setFormatId(id)
    setChosen({})
    setProblems({})
  }
  const choosePart = (id: string) => {
    setPart(parts.find((each) => each.id === id)?.id ?? null)
    // EXP-02: the whole item has no catalog.
    setCatalogId(null)
    setCatalogMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(format?.options ?? [], values)
    setProblems(found)
    setCatalogMissing(part === 'catalog' && catalogId === null)
    if (Object.keys(found).length > 0 || (part === 'catalog' && catalogId === null) || !format) return
    const place = {
      itemId: item.itemId,
      catalogId: part === 'catalog' ? Number(catalogId) : 0,
      pageId: part === 'page' ? pageId : 0,
    }
    void (format.takesDrawings ? drawings.of(place) : Promise.resolve([])).then((drawn) =>
      start.mutate({ format: format.id, ...place, options: values, drawings: [...drawn] }),
    )
  }
  if (start.data)
    return (
      <FollowedTask
        taskId={start.data.taskId}
        isOpenedHere
        ended={() => (
          <div className="form-actions">
            <Button onClick={() => start.reset()}>{t('again')}</Button>
          </div>
        )}
      />
    )
  return (
    <form ref={focusFirstField} className="form" noValidate onSubmit={submit}>
      <FormAlert error={start.error} />
      <Select
        label={t('format')}
        data={formats.map(({ id, title, extension }) => ({ value: id, label: `${title} (.${extension})` }))}
        value={formatId}
        allowDeselect={false}
        onChange={(id) => id !== null && chooseFormat(id)}
      />
      <Radio.Group label={t('part')} value={part ?? null} onChange={choosePart}>
        <div className="choices">
          {parts.map(({ id, label }) => (
            <Radio key={id} value={id} label={label} />
          ))}
        </div>
      </Radio.Group>
      {part === 'catalog' && (
        <Select
          label={t('catalog')}
          required
          searchable
          data={catalogs.map((each) => ({ value: String(each.catalogId), label: each.name }))}
          value={catalogId}
          error={isCatalogMissing && catalogId === null && t('catalogRequired')}
          onChange={setCatalogId}
        />
      )}
      <SettingFields
        fields={format?.options ?? []}
        values={values}
        problems={problems}
        idOf={(name) => `${prefix}-${name}`}
        onChange={(name, value) => setChosen({ ...chosen, [name]: value })}
      />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={start.isPending || drawings.isDrawing || part === undefined}>
          {t('start')}
        </WaitingButton>
        {/* PDF is not written by the server: the browser prints it. */}
        <ButtonLink
          href={printPath(item.itemId, {
            pageId: part === 'page' ? pageId : 0,
            catalogId: part === 'catalog' ? Number(catalogId ?? 0) : 0,
          })}
        >
          {t('pdfLink')}
        </ButtonLink>
        {drawings.isDrawing && <span role="status">{t('drawing')}</span>}
      </div>
    </form>
  )
}

/** The usual choice for such an item. */
const likelyFormat = (formats: readonly ShownFormat[], { itemType }: ShownItem): ShownFormat | undefined =>
  formats.find(({ suits }) => suits.includes(itemType)) ?? formats[0]

/** The parts the format supports for this item and caller; the page the user came from comes first. */
function usePossibleParts({ menu, seesChanges }: ShownItem, pageId: number, format: ShownFormat | undefined) {
  const t = useExportText()
  const title = pageId === 0 ? null : titleOf(menu, pageId)
  const all: readonly { readonly id: Part; readonly label: string; readonly isThere: boolean }[] = [
    // People who may see the change log of the whole item may copy all of it.
    { id: 'item', label: t('partItem'), isThere: seesChanges },
    { id: 'catalog', label: t('partCatalog'), isThere: menu.catalogs.length > 0 },
    { id: 'page', label: t('partPage', { title: title ?? '' }), isThere: title !== null },
  ]
  return all.filter(({ id, isThere }) => isThere && format?.parts.includes(id))
}
