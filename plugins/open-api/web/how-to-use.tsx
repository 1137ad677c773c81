import { fileExample, jsonExample } from './examples.ts'
import { Example } from './example.tsx'
import { HIDDEN } from './hidden.ts'
import type { ShownKey } from './item-key-api.ts'
import { useOpenApiText } from './texts.ts'
import { atSite, wholeAddress } from '#web/site-path.ts'

export interface HowToUseProps {
  readonly itemKey: ShownKey
}

const FIELDS = ['api_key', 'api_token', 'cat_name', 'page_title', 'page_content', 's_number'] as const

/** The available calls, with commands that can be copied. */
export function HowToUse({ itemKey }: HowToUseProps) {
  const t = useOpenApiText()
  const shownKey = { ...itemKey, apiToken: HIDDEN }
  const words = { catalog: t('example.catalog'), title: t('example.title'), file: 'refund.md' }
  return (
    <section className="panel">
      <h2>{t('use.title')}</h2>
      <p className="form-text">{t('use.text')}</p>
      <Example
        title={t('use.file')}
        shown={fileExample(wholeAddress(''), shownKey, words)}
        copied={fileExample(wholeAddress(''), itemKey, words)}
      />
      <Example
        title={t('use.json')}
        shown={jsonExample(wholeAddress(''), shownKey, words)}
        copied={jsonExample(wholeAddress(''), itemKey, words)}
      />
      <h3>{t('use.fields')}</h3>
      <dl className="open-api-fields">
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>
              <code>{field}</code>
            </dt>
            <dd>{t(`field.${field}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="form-text">{t('use.answer')}</p>
      <p className="form-text">
        <a href={atSite('/api')} target="_blank" rel="noreferrer">
          {t('use.document')}
        </a>
      </p>
    </section>
  )
}
