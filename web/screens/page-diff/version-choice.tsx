import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Time } from '#web/parts/time.tsx'
import type { PageState } from './compared-page.ts'

export interface VersionChoiceProps {
  readonly pageId: number
  readonly before: PageState
  readonly after: PageState
  /** 0 is the current page. */
  onChoose(one: number, other: number): void
}

/** Shows and selects the two compared versions. */
export function VersionChoice({ pageId, before, after, onChoose }: VersionChoiceProps) {
  const { t } = useTranslation('compare')
  return (
    <div className="diff-sides">
      <Choice label={t('before')} pageId={pageId} shown={before} other={after} onChoose={onChoose} />
      <Choice label={t('after')} pageId={pageId} shown={after} other={before} onChoose={onChoose} />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly pageId: number
  readonly shown: PageState
  readonly other: PageState
  onChoose(one: number, other: number): void
}

function Choice({ label, pageId, shown, other, onChoose }: ChoiceProps) {
  const { t } = useTranslation('compare')
  const formats = useFormats()
  const versions = api.page.history.useQuery({ pageId }, { meta: { isQuiet: true } })
  const known = (versions.data ?? [shown, other]).filter(({ versionId }) => versionId !== 0)
  return (
    <div className="diff-side">
      <label>
        <strong>{label}</strong>
        <select value={shown.versionId} onChange={(event) => onChoose(Number(event.target.value), other.versionId)}>
          {other.versionId !== 0 && <option value={0}>{t('now')}</option>}
          {known
            .filter(({ versionId }) => versionId !== other.versionId)
            .map(({ versionId, revision, savedAt, authorUsername, comment }) => (
              <option key={versionId} value={versionId}>
                {[t('version', { revision }), formats.exactTime(savedAt), authorUsername, comment]
                  .filter(Boolean)
                  .join(' · ')}
              </option>
            ))}
        </select>
      </label>
      <p>
        {t('version', { revision: shown.revision })} · <Time isExact at={shown.savedAt} /> · {shown.authorUsername}
        {shown.comment !== '' && <em> {shown.comment}</em>}
      </p>
    </div>
  )
}
